/** Light, dark, or as the system has it. Remembered where the browser allows it. */
import { useLayoutEffect, useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const STORED_AS = "parsight-theme";

export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(STORED_AS, theme);
    } catch {
      // Private windows and files may not store; the choice then lasts as long as the page.
    }
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!;
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => setTheme(next)}
      aria-label={`Theme: ${theme}. Change to ${next}`}
    >
      <span aria-hidden="true">{theme === "dark" ? "☾" : theme === "light" ? "☀" : "◐"}</span>
      <span class="wide-only"> {theme}</span>
    </button>
  );
}

function readTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(STORED_AS)) ?? "auto";
  } catch {
    return "auto";
  }
}
