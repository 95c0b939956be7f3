import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const standIn = (file: string) => fileURLToPath(new URL(`stand-ins/${file}`, import.meta.url))

/**
 * Leaves parts of libraries out of the build that no module can miss, though what is used imports them: what stands in for
 * older browsers, the client of simple-rest, which is always given one, the filters of columns, which no list has, and
 * antd's form where only its context or the name of a field is needed.
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

type Replacement =
  & { readonly importer: string; readonly source: string }
  & ({ readonly file: string } | { readonly file?: undefined; readonly by: string })

const replaced: readonly Replacement[] = [
  { importer: '/antd/es/form/context.js', source: 'rc-field-form', by: 'rc-field-form/es/FormContext' },
  { importer: '/antd/es/table/hooks/useFilter/index.js', source: './FilterDropdown', file: 'filter-dropdown.ts' },
  { importer: '/antd/es/radio/group.js', source: '../form/hooks/useForm', file: 'name-path.ts' },
  { importer: '.js', source: 'resize-observer-polyfill', file: 'resize-observer.ts' },
  { importer: '/@refinedev/simple-rest/dist/index.mjs', source: 'axios', file: 'no-axios.ts' },
  ...['parse', 'stringify', 'utils'].map((file) => ({ importer: `/qs/lib/${file}.js`, source: 'side-channel', file: 'side-channel.cjs' })),
]
