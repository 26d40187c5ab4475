import 'wasm_exec';
import type { FromWorker, ToWorker } from './messages';

/** What Go's own script and our Go program bring. */
interface Scope {
  Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  bolshakReady: () => void;
  bolshakAnswer: (method: string, address: string, body: string | Uint8Array, tell: (status: number, text: string) => void) => void;
  bolshakAnalyse: (wish: object, tell: (text: string) => void) => void;
  bolshakStop: () => void;
}

const scope = globalThis as unknown as Scope;

const say = (message: FromWorker): void => postMessage(message);

/** The program lies beside this script and has the same version. */
async function begin(): Promise<void> {
  const go = new scope.Go();
  const ready = new Promise<void>((resolve) => (scope.bolshakReady = resolve));
  const { instance } = await WebAssembly.instantiateStreaming(fetch(new URL(`bolshak.wasm${location.search}`, location.href)), go.importObject);
  // The program never ends by itself: when it does, the worker is of no use any more.
  void go.run(instance).finally(() => say({ t: 'failed' }));
  await ready;
}

const begun = begin();
begun.catch(() => say({ t: 'failed' }));

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  void begun.then(
    () => take(data),
    () => undefined,
  );
});

function take(message: ToWorker): void {
  switch (message.t) {
    case 'ask': {
      const { id, method, address, body } = message;
      scope.bolshakAnswer(method, address, body, (status, text) => say({ t: 'answer', id, status, text }));
      break;
    }
    case 'analyse':
      scope.bolshakAnalyse(message.wish, (text) => say({ t: 'heard', text }));
      break;
    case 'stop':
      scope.bolshakStop();
      break;
  }
}
