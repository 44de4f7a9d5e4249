/**
 * The text of a field that means a value. What is typed stands as it is while it means that value: "7." on the way to
 * 7.5 must not become "7". A value that comes from elsewhere is shown as it is.
 */
import { useState } from "preact/hooks";

interface TypedValue<T> {
  readonly value: T;
  readonly parse: (text: string) => T;
  readonly format: (value: T) => string;
  readonly onValue: (value: T) => void;
}

/** Properties of the input element. */
export function useTyped<T>({ value, parse, format, onValue }: TypedValue<T>) {
  const [typed, setTyped] = useState("");
  return {
    value: Object.is(parse(typed), value) ? typed : format(value),
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => {
      const text = event.currentTarget.value;
      setTyped(text);
      onValue(parse(text));
    },
  };
}
