import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const nothing = fileURLToPath(new URL('no-table-menu.ts', import.meta.url))

/**
 * Leaves the menus in the head of antd's tables out of the build, with the trees, menus and radio buttons that only
 * they use: 40 kB on the wire that every list would load. Lists are filtered by their search form.
 */
export function withoutTableMenus(): Plugin {
  return {
    name: 'without-table-menus',
    enforce: 'pre',
    resolveId: (source, importer = '') => (menus.some((menu) => menu.source === source && importer.endsWith(menu.importer)) ? nothing : undefined),
  }
}

const menus = [
  { importer: '/antd/es/table/hooks/useFilter/index.js', source: './FilterDropdown' },
  { importer: '/antd/es/table/hooks/useSelection.js', source: '../../dropdown' },
  { importer: '/antd/es/table/hooks/useSelection.js', source: '../../radio' },
]
