import { h, type VNode } from 'snabbdom';

/** Fields of forms, all with their names above them. */

export function choices<T extends string>(name: string, title: string, value: T, options: readonly (readonly [T, string])[], set: (value: T) => void): VNode {
  return h(`fieldset.pick-${name}`, { key: name }, [
    h('legend', title),
    h('div.choices', options.map(([option, text]) =>
      h('label.choice', { key: option, class: { on: option === value } }, [
        h('input', { attrs: { type: 'radio', name, value: option }, props: { checked: option === value }, on: { change: () => set(option) } }),
        text,
      ]),
    )),
  ]);
}

export function select<T extends string>(name: string, title: string, value: T, options: readonly (readonly [T, string])[], set: (value: T) => void): VNode {
  return h('label.pick', { key: name }, [
    title,
    h(
      'select',
      { attrs: { name }, on: { change: (event: Event) => set((event.target as HTMLSelectElement).value as T) } },
      options.map(([option, text]) => h('option', { attrs: { value: option }, props: { selected: option === value } }, text)),
    ),
  ]);
}

export const number = (name: string, title: string, value: number, [min, max, step]: [number, number, number], set: (value: number) => void): VNode =>
  h('label.pick', { key: name }, [
    title,
    h('input', {
      attrs: { type: 'number', inputmode: step < 1 ? 'decimal' : 'numeric', name, min, max, step, required: true },
      props: { value: String(value) },
      on: {
        change: (event: Event) => {
          const field = event.target as HTMLInputElement;
          if (field.validity.valid) set(field.valueAsNumber);
        },
      },
    }),
  ]);

export const check = (name: string, title: string, checked: boolean, disabled: boolean, set: (checked: boolean) => void): VNode =>
  h('label.check', { key: name, class: { disabled } }, [
    h('input', { attrs: { type: 'checkbox', name, disabled }, props: { checked: checked && !disabled }, on: { change: (event: Event) => set((event.target as HTMLInputElement).checked) } }),
    title,
  ]);

export interface TextField {
  name: string;
  title: string;
  value: string;
  set: (value: string) => void;
  type?: string;
  more?: Record<string, string | number | boolean>;
}

export const text = ({ name, title, value, set, type = 'text', more = {} }: TextField): VNode =>
  h('label.pick', { key: name }, [
    title,
    h('input', { attrs: { type, name, autocomplete: 'off', ...more }, props: { value }, on: { input: (event: Event) => set((event.target as HTMLInputElement).value) } }),
  ]);
