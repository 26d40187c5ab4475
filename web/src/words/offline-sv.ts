import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Ingen anslutning: den här enheten svarar',
  enginePlace: 'Var motorn räknar',
  engineOfServer: 'Servern',
  engineOfDevice: 'Den här enheten',
  serverSpeaks: 'Serverns motor talar, den starkare.',
  deviceSpeaks: 'Motorn på den här enheten talar. Serverns är starkare.',
  deviceThinks: 'Den här enhetens motor tänker',
  deviceDone: 'Den här enhetens motor har tänkt',
  deviceFails: 'Motorn på den här enheten kunde inte startas.',
  reportNeedsServer: 'Rapporten görs av servern, som inte kan nås just nu.',
  noPicture: 'Bilden kunde inte skapas.',
};
