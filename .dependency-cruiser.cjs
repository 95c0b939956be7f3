/** Who may import whom. Every rule here is broken once by `server/boundaries.test.ts`. */
const react = '^(react|react-dom|react-router|react-router-dom|antd|@ant-design|@refinedev|react-i18next)(/|$)'
const modules = (pattern) => pattern.replace('^', 'node_modules/')
const node = ['core']
const serverOnly = 'node_modules/(fastify|@fastify|kysely|pg|oidc-provider|pino|nodemailer|imapflow)(/|$)'

/** Code that only tests use. */
const tests = ['\\.test\\.tsx?$', '/testing\\.ts$', '/testing-[a-z-]+\\.ts$', '/contract-(kit|filing)\\.ts$']

/**
 * The parser of dependency-cruiser for TypeScript asks swc to read JSX nowhere: a file that has it could not be read at all. Without
 * `parser: 'swc'` it reads TypeScript as loose JavaScript of 2020, and passes over `x ??= import(…)` and `export type … from`.
 */
const swc = require('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('x') })

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The rooms of the server from the bottom up: a room imports those of its own layer and below. */
const rooms = [
  ['foundations', ['concurrency', 'database', 'queue', 'outbound', 'external', 'terminals']],
  ['transport', ['http', 'idempotency']],
  ['people', ['identity', 'sync-log', 'workbooks']],
  ['records', ['imports', 'messages', 'attachments', 'resources', 'calendar']],
  ['documents', ['documents']],
  ['work', ['service-tasks', 'postings', 'prints', 'outbox', 'live', 'message-centre', 'directory']],
  ['jobs', ['jobs']],
]

/**
 * What a lower layer may know of a higher one: what a job, a caller and a service task are; which documents somebody
 * sees, for their files; how far a service task is, for the detail of its document;
 * what a document posts within its own transaction, and before it.
 */
const contracts = [
  '^server/jobs/job\\.ts$', '^server/identity/caller\\.ts$', '^server/service-tasks/(service-task|status)\\.ts$',
  '^server/documents/(host|visibility/(scope|file-access))\\.ts$',
  '^server/postings/(posting|checks|status|undo-refusal|write-postings|postings-due|before-pass)\\.ts$',
]

/** A rule for every layer that has another above it. */
const layers = rooms.slice(0, -1).map(([name, members], index) => rule(
  `server-rooms-are-layered-${name}`, 'A room of the server stands on those below it.',
  { path: `^server/(${members.join('|')})/`, pathNot: tests },
  { path: `^server/(${rooms.slice(index + 1).flatMap(([, above]) => above).join('|')})/`, pathNot: contracts },
))

module.exports = {
  forbidden: [
    ...layers,
    rule('kernel-is-alone', 'The kernel knows nothing else of ours.', { path: '^src/kernel/' },
      { path: '^(src/(?!kernel/)|providers|plugins|resources|server)' }),
    rule('kernel-is-isomorphic', 'The kernel runs in browser and server alike.', { path: '^src/kernel/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: node }),
    rule('kernel-draws-nothing', 'Meaning is apart from drawing.', { path: '^src/(kernel|approval)/' },
      { path: [modules(react), serverOnly] }),
    rule('approval-is-pure', 'The engine decides from facts.', { path: '^src/approval/' },
      { path: '^(src/(?!kernel/|approval/)|providers|plugins|resources|server)' }),
    rule('approval-has-no-node', 'No clock, file or database in the engine.', { path: '^src/approval/', pathNot: '\\.test\\.ts$' },
      { dependencyTypes: node }),
    rule('shell-knows-no-module', 'The shell works without any plugin.', { path: '^src/(fields|shell)/' }, { path: '^(server|plugins)/' }),
    rule('providers-wrap-the-backend', 'A provider is a port, not a place for screens.', { path: '^providers/' },
      { path: '^(plugins|server|src/(shell|fields|approval))/' }),
    rule('declarations-are-data', 'A declaration is read by browser and Node.',
      { path: '^plugins/[^/]+/(?!(pages|server)/|browser(-api)?\\.ts$)', pathNot: tests },
      { path: ['^(providers|resources|server)/', '^src/(?!kernel/)', '^plugins/[^/]+/((pages|server)/|browser(-api)?\\.ts$)', modules(react),
        serverOnly] }),
    rule('declarations-have-no-node', 'A declaration is read by browser and Node.',
      { path: '^plugins/[^/]+/(?!(pages|server)/)', pathNot: tests }, { dependencyTypes: node }),
    rule('browser-halves-load-pages-lazily', 'The first load has the list of pages, not the pages.',
      { path: '^plugins/[^/]+/browser(-api)?\\.ts$' }, { path: ['^plugins/[^/]+/pages/', '^src/fields/', modules(react)], dynamic: false }),
    rule('pages-never-reach-the-server', 'A page asks over HTTP.', { path: '^plugins/[^/]+/(pages/|browser(-api)?\\.ts$)' },
      { path: ['^server/', '^plugins/[^/]+/server/'] }),
    rule('pages-stay-at-home', 'A page shows its own module.', { path: '^plugins/([^/]+)/(pages/|browser(-api)?\\.ts$)' },
      { path: '^plugins/[^/]+/pages/', pathNot: '^plugins/$1/' }),
    rule('form-kit-is-one-file', 'What forms are built from is imported from `plugins/forms/kit.ts`.',
      { path: '^(plugins/(?!forms/)|server/|resources/)' }, { path: '^plugins/forms/(mixins|dictionaries)/' }),
    rule('server-halves-draw-nothing', 'A server half has no screens.', { path: '^plugins/[^/]+/server/' },
      { path: [modules(react), '^plugins/[^/]+/(pages/|browser(-api)?\\.ts$)', '^src/(shell|fields)/', '^providers/'] }),
    rule('server-halves-use-public-apis', 'Another module is reached through its public API.',
      { path: '^plugins/([^/]+)/server/', pathNot: tests },
      { path: '^plugins/[^/]+/server/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/server/public-api\\.ts$'] }),
    rule('host-knows-no-module', 'The host is the same for any set of plugins.',
      { path: '^server/', pathNot: ['\\.test\\.ts$', '^server/(main\\.ts|commands/)'] },
      { path: '^(plugins|resources|providers|src/(shell|fields))/' }),
    rule('host-draws-nothing', 'The host has no screens.', { path: '^server/' }, { path: [modules(react), '^src/(shell|fields)/'] }),
    rule('no-cycles',
      'Files are understood one after the other; imports of types count, and so does what is loaded when it is needed.', {},
      { circular: true }),
    rule('declarations-are-composed-from-declarations', 'The list of modules reads declarations only.',
      { path: '^resources/declarations\\.ts$' }, { path: '^plugins/', pathNot: '^plugins/[^/]+/plugin\\.ts$' }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
