import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Sans connexion : cet appareil répond',
  enginePlace: 'Où le moteur calcule',
  engineOfServer: 'Serveur',
  engineOfDevice: 'Cet appareil',
  serverSpeaks: 'Le moteur du serveur parle, c’est le plus fort.',
  deviceSpeaks: 'Le moteur de cet appareil parle. Celui du serveur est plus fort.',
  deviceThinks: 'Le moteur de cet appareil réfléchit',
  deviceDone: 'Le moteur de cet appareil a réfléchi',
  deviceFails: 'Le moteur de cet appareil n’a pas pu démarrer.',
  reportNeedsServer: 'C’est le serveur qui établit le rapport, et il est injoignable en ce moment.',
  noPicture: 'L’image n’a pas pu être créée.',
};
