import { NativeSelect } from '@mantine/core';

interface ChoiceProps<T extends string> {
  label: string;
  description?: string;
  /** Words of each value, in order. */
  words: Readonly<Record<T, string>>;
  value: T;
  isDisabled?: boolean;
  onChange: (value: T) => void;
}

/** One of a few values, each in words. */
export function Choice<T extends string>({
  label,
  description,
  words,
  value,
  isDisabled,
  onChange,
}: ChoiceProps<T>) {
  const values = Object.keys(words) as T[];
  return (
    <NativeSelect
      label={label}
      description={description}
      value={value}
      disabled={isDisabled}
      data={values.map((each) => ({ value: each, label: words[each] }))}
      onChange={({ currentTarget }) => {
        const chosen = values.find((each) => each === currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
