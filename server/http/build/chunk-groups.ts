interface ChunkGroup {
  readonly name: string
  readonly priority: number
  readonly test?: RegExp
  readonly tags?: '$initial'[]
}

/** Sources relative to the project's root, and parts of libraries, each with all imports that no group of a higher priority contains. */
const sources = {
  controls: ['src/kernel/wording/in-sentence.ts', 'src/fields/registry.ts', 'src/shell/parts/Page.tsx',
    'src/shell/background-tasks/text.ts', 'src/shell/detail/refresh.ts', 'providers/files.ts'],
  list: ['src/shell/list/', 'src/shell/resource/transfer/ExportButton.tsx'],
  documents: ['src/shell/documents/DocumentsPage.tsx', 'src/shell/documents/DocumentList.tsx'],
  document: ['src/kernel/evaluate/', 'src/kernel/feel/', 'src/kernel/kinds/', 'src/fields/files/renderer.tsx',
    'src/fields/references/ReferencePicker.tsx', 'src/shell/documents/prepare.ts', 'src/shell/detail/document.ts',
    'src/shell/detail/progress/usual.ts', 'src/shell/parts/document/DocumentFigures.tsx', 'src/shell/form/copies/copy-address.ts',
    'src/shell/form/sections/Sections.tsx', 'src/shell/form/FormContext.tsx', 'src/shell/form/use-submit.tsx',
    'src/shell/form/use-form-store.ts', 'src/shell/form/text.ts', 'src/shell/form/store/', 'src/shell/form/preview/NodeLine.tsx',
    'src/shell/form/form.css', 'src/shell/form/preview/path.css'],
  reading: ['src/shell/detail/DetailPage.tsx'],
  filing: ['src/shell/form/FormPage.tsx', 'src/fields/documentLink/DocumentLinkInput.tsx', 'src/fields/choices/RadioInput.tsx',
    'src/fields/table/renderer.tsx'],
} as const

/** Every source in a group. */
export const groupedSources: readonly string[] = Object.values(sources).flat()

const component = (name: string) => `antd/es/${name}/index.js`
const icon = (name: string) => `@ant-design/icons/es/icons/${name}Outlined.js`

/** Folders and files of pages, with the modules' sections of home. */
const homeSections = new RegExp(
  `plugins/\\w+/pages/(${
    ['action-items', 'glance', 'journeys/team', 'overview/(MyYear|SpendCategories|TeamSpend)', 'updates/LatestUpdates', 'workdays'].join(
      '|',
    )
  })[/.]`,
)

/** Excludes dialogs of lists, which are loaded when they are opened. */
const opened = '(?!.*(?:ViewDialog|FilterSheet))'

/** Sources that are bundled into one file each, since many small files are slow to load. */
export const chunkGroups: readonly ChunkGroup[] = [
  // Libraries that every page needs and that change only with an upgrade.
  { name: 'react', priority: 6, test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(query-core|react-query))\// },
  // Further sources of the first screen.
  { name: 'frame', priority: 5, tags: ['$initial'] },
  { name: 'icons', priority: 5, test: /src\/shell\/layout\/icon-set/ },
  // Loaded on every page, since arriving messages are marked as read by a command.
  { name: 'command', priority: 5, test: /src\/shell\/command\// },
  // Sections of home that modules render.
  { name: 'home', priority: 5, test: homeSections },
  // Sources shared by lists and forms; then further sources of lists.
  { name: 'controls', priority: 4,
    test: anyOf([...sources.controls,
      ...['select', 'input', 'tooltip', 'checkbox', 'radio', 'spin', 'dropdown', 'pagination'].map(component), 'antd/es/_util/',
      'rc-util/es/', ...['Comment', 'Printer', 'Download', 'Sync', 'FileZip', 'Up'].map(icon)]) },
  { name: 'list', priority: 3, test: anyOf([...sources.list, component('table')]) },
  // Lists of documents with their dependencies.
  { name: 'documents', priority: 2, test: anyOf(sources.documents) },
  // Sources shared by reading and filing documents; then those of either.
  { name: 'document', priority: 2, test: anyOf([...sources.document, icon('UserAdd')]) },
  { name: 'reading', priority: 1, test: anyOf(sources.reading) },
  { name: 'filing', priority: 1, test: anyOf(sources.filing) },
]

function anyOf(places: readonly string[]): RegExp {
  const patterns = places.map((place) => place.replaceAll('.', String.raw`\.`)).map((
    place,
  ) => (place.endsWith('/') ? `${place}${opened}` : `${place}$`))
  return new RegExp(`/(?:${patterns.join('|')})`)
}
