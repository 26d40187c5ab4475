/** Saves a file of the user's. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const saveText = (name: string, text: string): void => saveFile(name, new Blob([text], { type: 'application/vnd.pdn;charset=utf-8' }));
