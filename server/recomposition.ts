import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Form } from '#kernel/form.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { formProblemsAmong, type Problem, problemsOf } from '#kernel/composition/problems.ts'
import type { Db } from './database/tables.ts'
import type { AmendedForm } from './host.ts'
import type { DesignPublication, DesignPublications, PublicationPlace, ServerPlugin } from './plugin.ts'

/** Channel by which a process notifies the others, with its commit, that the company's definitions have changed. */
export const designedChannel = 'designed'

/** Notifies every process, this one included, at the end of the transaction. @see Host.recompose */
export const announceDesigned = (db: Db): Promise<unknown> => sql`select pg_notify(${designedChannel}, '')`.execute(db)

/** The modules of a product: shipped ones, and those that the company designed. */
export interface ModulesInForce {
  readonly plugins: readonly Plugin[]
  readonly designed: readonly Plugin[]
  /** Forms among them that the company has added to. */
  readonly amended: readonly AmendedForm[]
}

/** The current product, with the function that replaces it. */
interface Recomposition<Served> {
  inForce(): Served
  /** Resolves once the current product includes all definitions at the time of the call. */
  recompose(): Promise<void>
}

interface RecompositionSteps<Served> {
  readonly read: () => Promise<ModulesInForce>
  /** Creates a product from these modules. */
  readonly make: (modules: ModulesInForce) => Promise<Served>
  /** Replaces the first product with the second; the first stays where it throws. */
  readonly handOver: (from: Served, to: Served) => Promise<void>
  readonly publications: DesignPublications
  readonly log: Logger
}

/**
 * Creates the first product, and a new one on each call after a change; one at a time. Where a product cannot be created, the newest
 * publication that no product has been created with is taken back: the product before it stays. At the start, designs are left out as the
 * last resort.
 */
export async function recomposition<Served>(parts: RecompositionSteps<Served>): Promise<Recomposition<Served>> {
  let content = ''
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  const first = async (modules: ModulesInForce): Promise<Served> => {
    const made = await parts.make(modules)
    content = contentOf(modules)
    return made
  }
  let inForce = await withPublications(parts, first).catch(async (error: unknown) => {
    const modules = await parts.read()
    if (!hasDesigns(modules)) throw error
    parts.log.error({ err: error }, 'the product starts without designed forms and registers')
    return first(withoutDesigns(modules))
  })
  const once = async (modules: ModulesInForce) => {
    const fresh = contentOf(modules)
    if (fresh === content) return
    const made = await parts.make(modules)
    await parts.handOver(inForce, made)
    inForce = made
    content = fresh
  }
  return {
    inForce: () => inForce,
    // a call during a running recomposition may be for a later change: all of those share the next one
    recompose: () => (next ??= running.catch(() => undefined).then(() => {
      next = undefined
      const own = withPublications(parts, once)
      running = own
      return own
    })),
  }
}

/**
 * Composes with the modules in force, a second time where that fails, as it does without a database. What fails twice is taken back,
 * publication by publication.
 */
async function withPublications<Composed>({ read, publications, log }: Pick<RecompositionSteps<unknown>, 'read' | 'publications' | 'log'>,
  composeWith: (modules: ModulesInForce) => Promise<Composed>): Promise<Composed> {
  // read before the modules, so that nothing is proved that was not composed
  const unproved = await publications.unproved()
  const compose = async () => composeWith(await read())
  try {
    const composed = await compose().catch((error: unknown) => {
      if (unproved.length === 0) throw error
      return compose()
    })
    await publications.prove(unproved)
    return composed
  } catch (error) {
    const newest = newestOf(unproved)
    if (!newest) throw error
    log.error({ err: error, design: newest.design }, 'a publication is taken back')
    await publications.takeBack(newest, error instanceof Error ? error.message : String(error))
    return withPublications({ read, publications, log }, composeWith)
  }
}

const newestOf = (publications: readonly DesignPublication[]): DesignPublication | undefined =>
  publications.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]

const hasDesigns = ({ designed, amended }: ModulesInForce): boolean =>
  amended.length > 0 || designed.some(({ forms, resources }) => forms.length + resources.length > 0)

/** The shipped modules alone. */
function withoutDesigns({ plugins, designed, amended }: ModulesInForce): ModulesInForce {
  const shipped = new Map(amended.map((form) => [form.inForce, form.shipped]))
  return {
    plugins: plugins.filter((plugin) => !designed.includes(plugin)).map((plugin) => ({ ...plugin,
      forms: plugin.forms.map((form) => shipped.get(form) ?? form) })
    ),
    designed: [],
    amended: [],
  }
}

/** The publications of all modules that design. */
export function publicationsOf(servers: readonly ServerPlugin[], place: PublicationPlace): DesignPublications {
  const known = servers.flatMap(({ id, publications }) => (publications ? [{ id, ...publications(place) }] : []))
  const of = (id: string, publications: readonly DesignPublication[]) => publications.filter((each) => each.module === id)
  return {
    unproved: async () => (await Promise.all(known.map((each) => each.unproved()))).flat(),
    prove: async (publications) => {
      for (const { id, prove } of known) if (of(id, publications).length > 0) await prove(of(id, publications))
    },
    takeBack: async (publication, reason) => {
      for (const { id, takeBack } of known) if (id === publication.module) await takeBack(publication, reason)
    },
  }
}

/** Content of designs and additions, to compare. */
const contentOf = ({ designed, amended }: ModulesInForce): string => JSON.stringify([designed, amended.map(({ inForce }) => inForce)])

/**
 * The modules with those that the company designed. A designed form, or an addition to a shipped one, that does not fit into the product
 * as it is shipped now is left out, and the log says why: the rest goes on.
 */
export async function modulesInForce(plugins: readonly Plugin[],
  { servers, db, log }: { readonly servers: readonly ServerPlugin[]; readonly db: Db; readonly log: Logger }): Promise<ModulesInForce> {
  const changed = await Promise.all(servers.flatMap(({ amended }) => (amended ? [amended(db)] : [])))
  const read = await Promise.all(servers.flatMap(({ designed }) => (designed ? [designed(db)] : [])))
  const content = JSON.stringify([changed, read])
  const before = known.get(plugins)
  if (before?.content === content) return before.modules
  const modules = judgedModules(plugins, { changed: changed.flat(), read, log })
  known.set(plugins, { content, modules })
  return modules
}

/** The last read with its judgement: a notification after each publication has the same read once more. */
const known = new WeakMap<readonly Plugin[], { readonly content: string; readonly modules: ModulesInForce }>()

function judgedModules(plugins: readonly Plugin[],
  { changed, read, log }: { readonly changed: readonly Form[]; readonly read: readonly Plugin[]; readonly log: Logger }): ModulesInForce {
  // additions may name what the company keeps, such as a dictionary of its own
  const amended = changed.flatMap((form) => amendedForm(form, [...plugins, ...read], log))
  const forms = new Map(amended.map(({ inForce }) => [inForce.key, inForce]))
  const shipped = plugins.map((plugin) =>
    plugin.forms.some(({ key }) => forms.has(key))
      ? { ...plugin, forms: plugin.forms.map((form) => forms.get(form.key) ?? form) }
      : plugin
  )
  const designed = read.map((module) => fitting(module, shipped, log))
  return { plugins: [...shipped, ...designed], designed, amended }
}

/** Findings of forms that were judged before: a form never changes, and neither do the modules of a process. */
const judged = new WeakMap<Form, ReturnType<typeof formProblemsAmong>>()

/** A form as the company has it; none where its module is gone, or where it does not fit: then the shipped one is in force. */
function amendedForm(form: Form, plugins: readonly Plugin[], log: Logger): readonly AmendedForm[] {
  const owner = plugins.find(({ forms }) => forms.some(({ key }) => key === form.key))
  const shipped = owner?.forms.find(({ key }) => key === form.key)
  if (!owner || !shipped) return []
  const found = judged.get(form) ?? formProblemsAmong(form, plugins)
  judged.set(form, found)
  if (found.length === 0) return [{ plugin: owner.id, shipped, inForce: form }]
  log.error({ form: form.key, problems: found.map(({ where, text }) => `${where}: ${text.en}`) },
    'additions to a form do not fit into the product')
  return []
}

function fitting(module: Plugin, plugins: readonly Plugin[], log: Logger): Plugin {
  const found = problemsOf(module, [...plugins, module])
  if (found.length === 0) return module
  log.error({ problems: found.map(({ where, message }) => `${where}: ${message}`) },
    'designed forms or registers do not fit into the product')
  const resources = module.resources.filter((resource) => !found.some((problem) => isOfResource(problem, resource)))
  const paths = new Set(module.resources.filter((resource) => !resources.includes(resource)).map(({ path }) => path))
  const rest = { ...module, resources, menus: module.menus.filter(({ path }) => path === undefined || !paths.has(path)),
    forms: module.forms.filter((form) => !found.some((problem) => concerns(problem, form))) }
  // without a register, what refers to it does not fit either
  return resources.length < module.resources.length ? fitting(rest, plugins, log) : rest
}

/** Returns whether a problem of a module is one of this register. */
const isOfResource = ({ where }: Pick<Problem, 'where'>, { name, path, table }: Resource): boolean =>
  [`resource ${name}`, `path ${path}`, `table ${table}`].some((place) => where === place || where.startsWith(`${place} `))

/** Returns whether a problem of a module concerns this form. */
const concerns = ({ where }: Pick<Problem, 'where'>, { key, prefix, path, detailPath }: Form): boolean =>
  [`form ${key}`, `prefix ${prefix}`, `path ${path}`, `path ${detailPath}`].some((place) =>
    where === place || where.startsWith(`${place} `)
  )
