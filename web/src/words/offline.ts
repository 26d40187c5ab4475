/** The words of what works without the server. */
export interface OfflineWords {
  withoutServer: string;
  enginePlace: string;
  engineOfServer: string;
  engineOfDevice: string;
  serverSpeaks: string;
  deviceSpeaks: string;
  deviceThinks: string;
  deviceDone: string;
  deviceFails: string;
  /** Reports are made by the server only. */
  reportNeedsServer: string;
  noPicture: string;
}
