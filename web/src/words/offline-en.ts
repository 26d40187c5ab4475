import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Without connection: answered on this device',
  enginePlace: 'Where the engine runs',
  engineOfServer: 'Server',
  engineOfDevice: 'This device',
  serverSpeaks: 'The server’s engine speaks, the stronger one.',
  deviceSpeaks: 'The engine on this device speaks. The server’s is stronger.',
  deviceThinks: 'This device’s engine thinks',
  deviceDone: 'This device’s engine has thought',
  deviceFails: 'The engine on this device could not be started.',
  reportNeedsServer: 'The report is made by the server, which cannot be reached now.',
  noPicture: 'The picture could not be made.',
};
