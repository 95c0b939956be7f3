import { home, homeKey, type Tab } from './model.ts'

const remembered = 'oa.tabs'

/** The tabs that were open in this browser tab before a reload. */
export function readTabs(): readonly Tab[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(remembered) ?? '[]')
    const tabs = Array.isArray(kept) ? kept.filter(isTab).filter(({ key }) => key !== homeKey) : []
    return [home, ...tabs]
  } catch {
    return [home]
  }
}

/** Keeps the open tabs of this browser tab over a reload. */
export const keepTabs = (open: readonly Tab[]): void => sessionStorage.setItem(remembered, JSON.stringify(open))

const isTab = (value: unknown): value is Tab =>
  typeof value === 'object' && value !== null && 'key' in value && 'pathname' in value && 'search' in value && 'generation' in value
