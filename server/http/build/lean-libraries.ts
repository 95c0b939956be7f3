import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const standIn = (file: string) => fileURLToPath(new URL(`stand-ins/${file}`, import.meta.url))

/**
 * Leaves parts of libraries out of the build that nothing here uses, but that what is used imports: 70 kB on the wire
 * that every list would load. Lists are filtered by their search form, their rows are no tree, forms without antd's own
 * need its context only, and simple-rest is always given a client.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    enforce: 'pre',
    resolveId(source, importer) {
      const found = replaced.find((each) => each.source === source && importer?.endsWith(each.importer))
      if (!found) return undefined
      return found.file === undefined ? this.resolve(found.by, importer, { skipSelf: true }) : standIn(found.file)
    },
  }
}

type Replaced = { readonly importer: string; readonly source: string } & ({ readonly file: string } | { readonly file?: undefined; readonly by: string })

const selection = '/antd/es/table/hooks/useSelection.js'

const replaced: readonly Replaced[] = [
  { importer: '/antd/es/table/hooks/useFilter/index.js', source: './FilterDropdown', file: 'no-table-menu.ts' },
  { importer: '/antd/es/table/InternalTable.js', source: '../spin', file: 'no-spin.ts' },
  { importer: selection, source: '../../dropdown', file: 'no-table-menu.ts' },
  { importer: selection, source: '../../radio', file: 'no-table-menu.ts' },
  { importer: selection, source: 'rc-tree/es/util', file: 'no-tree.ts' },
  { importer: selection, source: 'rc-tree/es/utils/conductUtil', file: 'no-tree.ts' },
  { importer: selection, source: 'rc-tree/es/utils/treeUtil', file: 'no-tree.ts' },
  { importer: '/antd/es/input/index.js', source: './Group', file: 'no-input.ts' },
  { importer: '/antd/es/input/index.js', source: './OTP', file: 'no-input.ts' },
  { importer: '/antd/es/form/context.js', source: 'rc-field-form', by: 'rc-field-form/es/FormContext' },
  { importer: '.js', source: 'resize-observer-polyfill', file: 'resize-observer.ts' },
  { importer: '/@refinedev/simple-rest/dist/index.mjs', source: 'axios', file: 'no-axios.ts' },
  ...['parse', 'stringify', 'utils'].map((file) => ({ importer: `/qs/lib/${file}.js`, source: 'side-channel', file: 'side-channel.cjs' })),
]
