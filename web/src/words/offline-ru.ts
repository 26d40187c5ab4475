import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Нет связи с сервером: отвечает это устройство',
  enginePlace: 'Где работает движок',
  engineOfServer: 'Сервер',
  engineOfDevice: 'Это устройство',
  serverSpeaks: 'Говорит движок сервера, он сильнее.',
  deviceSpeaks: 'Говорит движок на этом устройстве. Движок сервера сильнее.',
  deviceThinks: 'Движок этого устройства думает',
  deviceDone: 'Движок этого устройства подумал',
  deviceFails: 'Движок на этом устройстве не запустился.',
  reportNeedsServer: 'Отчёт составляет сервер, а с ним сейчас нет связи.',
  noPicture: 'Рисунок не получился.',
};
