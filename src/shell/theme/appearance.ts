import { useSyncExternalStore } from 'react'

type Scheme = 'light' | 'dark' | 'system'
export type Density = 'standard' | 'compact'

/** The person's choices of colour scheme and density, stored in this browser. */
export interface Appearance {
  readonly scheme: Scheme
  readonly density: Density
}

const remembered = 'oa.appearance'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const stillSystem = matchMedia('(prefers-reduced-motion: reduce)')
const listeners = new Set<() => void>()

let chosen: Appearance = read()
let shown = computed()

/** Changes the appearance and stores it in this browser. */
export function choose(change: Partial<Appearance>): void {
  chosen = { ...chosen, ...change }
  localStorage.setItem(remembered, JSON.stringify(chosen))
  update()
}

/** The choices, and the resulting appearance with the system's preferences. */
export const useAppearance = () => useSyncExternalStore(subscribe, () => shown)

/** Sets the scheme and density on the document element for the style sheets. */
export function applyAppearance(): void {
  document.documentElement.dataset.theme = shown.isDark ? 'dark' : 'light'
  document.documentElement.dataset.density = shown.density
}

darkSystem.addEventListener('change', update)
stillSystem.addEventListener('change', update)

function update() {
  shown = computed()
  applyAppearance()
  for (const listener of listeners) listener()
}

function computed() {
  const isDark = chosen.scheme === 'dark' || (chosen.scheme === 'system' && darkSystem.matches)
  return { ...chosen, isDark, still: stillSystem.matches }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Appearance {
  try {
    return { scheme: 'system', density: 'standard', ...JSON.parse(localStorage.getItem(remembered) ?? '{}') }
  } catch {
    return { scheme: 'system', density: 'standard' }
  }
}
