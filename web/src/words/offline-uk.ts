import type { OfflineWords } from './offline';

export const offline: OfflineWords = {
  withoutServer: 'Немає зв’язку: відповідає цей пристрій',
  enginePlace: 'Де працює рушій',
  engineOfServer: 'Сервер',
  engineOfDevice: 'Цей пристрій',
  serverSpeaks: 'Говорить рушій сервера, він сильніший.',
  deviceSpeaks: 'Говорить рушій на цьому пристрої. Рушій сервера сильніший.',
  deviceThinks: 'Рушій цього пристрою думає',
  deviceDone: 'Рушій цього пристрою подумав',
  deviceFails: 'Рушій на цьому пристрої не вдалося запустити.',
  reportNeedsServer: 'Звіт складає сервер, а з ним зараз немає зв’язку.',
  noPicture: 'Рисунок не вдалося зробити.',
};
