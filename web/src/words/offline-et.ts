import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Ühendust ei ole: vastab see seade',
  enginePlace: 'Kus mootor arvutab',
  engineOfServer: 'Server',
  engineOfDevice: 'See seade',
  serverSpeaks: 'Räägib serveri mootor, see on tugevam.',
  deviceSpeaks: 'Räägib selle seadme mootor. Serveri oma on tugevam.',
  deviceFails: 'Selle seadme mootorit ei õnnestunud käivitada.',
};
