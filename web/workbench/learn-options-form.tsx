/** The options of learning, made from the same table as the command line's and the library's. */
import type { Signal } from "@preact/signals";
import {
  LEARN_OPTIONS,
  type LearnOptionSpec,
  type LearnOptions,
  PRESETS,
  rangeOf,
} from "../../src/core/model/index.js";

/** Names are chosen in the table of columns. */
const SHOWN = Object.entries(LEARN_OPTIONS).filter(([, spec]) => (spec as LearnOptionSpec).kind !== "names");

export function LearnOptionsForm({ options }: { readonly options: Signal<LearnOptions> }) {
  const set = (name: string, value: string | number | boolean | undefined): void => {
    const { [name]: _, ...rest } = options.value as Record<string, unknown>;
    options.value = (value === undefined ? rest : { ...rest, [name]: value }) as LearnOptions;
  };
  const preset = options.value.preset ?? "default";
  return (
    <details class="learn-options">
      <summary>Options of learning</summary>
      <label>
        <span>preset</span>
        <select value={preset} onChange={(event) => set("preset", event.currentTarget.value)}>
          {PRESETS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <small class="soft">start from what measured best, or from the settings of the paper</small>
      </label>
      {SHOWN.map(([name, spec]) => (
        <OptionField
          key={name}
          name={name}
          spec={spec}
          preset={preset}
          value={(options.value as Record<string, unknown>)[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </details>
  );
}

interface OptionFieldProps {
  readonly name: string;
  readonly spec: LearnOptionSpec;
  readonly preset: (typeof PRESETS)[number];
  readonly value: unknown;
  readonly onChange: (value: string | number | boolean | undefined) => void;
}

function OptionField({ name, spec, preset, value, onChange }: OptionFieldProps) {
  if (spec.kind === "names") return null;
  const usual = "defaults" in spec ? String(spec.defaults[preset]) : "";
  const id = `option-${name}`;
  return (
    <label for={id}>
      <span>{name}</span>
      {spec.kind === "choice" ? (
        <select
          id={id}
          value={String(value ?? usual)}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        >
          {"otherwise" in spec && <option value="">found out</option>}
          {spec.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : spec.kind === "flag" ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked || undefined)}
        />
      ) : spec.kind === "text" ? (
        <input
          id={id}
          placeholder="found out"
          value={String(value ?? "")}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      ) : (
        <input
          id={id}
          type="number"
          step={spec.integer ? 1 : "any"}
          min={spec.min}
          max={spec.max}
          placeholder={usual}
          value={value === undefined ? "" : String(value)}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange(text === "" ? undefined : Number(text));
          }}
        />
      )}
      <small class="soft">
        {spec.help}
        {spec.kind === "number" && ` (${rangeOf(spec)})`}
        {spec.kind === "choice" && " (one of the list)"}
      </small>
    </label>
  );
}
