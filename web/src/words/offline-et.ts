import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Ühendust ei ole: vastab see seade',
  enginePlace: 'Kus mootor arvutab',
  engineOfServer: 'Serveris',
  engineOfDevice: 'Selles seadmes',
  serverSpeaks: 'Räägib serveri mootor, see on tugevam.',
  deviceSpeaks: 'Räägib selle seadme mootor. Serveri oma on tugevam.',
  deviceThinks: 'Selle seadme mootor mõtleb',
  deviceDone: 'Selle seadme mootor on mõelnud',
  deviceFails: 'Selle seadme mootorit ei õnnestunud käivitada.',
  reportNeedsServer: 'Aruande koostab server, millega praegu ühendust ei ole.',
  noPicture: 'Pilti ei õnnestunud teha.',
};
