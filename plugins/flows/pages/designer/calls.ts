import { queryOptions, useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import type { FormEntry } from '#shell/routing/declaration-source.ts'
import { useDeclarations } from '#shell/routing/routes-context.ts'
import type { ApproverRule, Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Http } from '#providers/http.ts'
import { useHttp } from '#shell/backend.ts'
import { useFormFacts } from '#shell/form/store/facts.ts'
import type { DesignFinding, DesignView, DraftComment, DraftView, FlowReference, FoundPeople, Publication, Scenario, ScenarioResult,
  VersionBody } from '../../wire.ts'
import { designPath } from '../../wire.ts'
import { useDesignText } from './texts.ts'
import type { Naming } from './wording/words.ts'

const quiet = { quiet: true } as const

/** Key of everything that is asked about designs; a change of one touches all of it. */
export const designsKey = 'flow-design'

/** The flow of a form with its versions and drafts. */
export const designQuery = (http: Http, key: string) =>
  queryOptions({ queryKey: [designsKey, key, 'design'], queryFn: ({ signal }) =>
    http.get<DesignView>(`${designPath}/${key}/design`, {}, { ...quiet, signal }) })

/** The number that the next publication of a flow gets. */
export const nextVersion = ({ versions }: Pick<DesignView, 'versions'>): number =>
  Math.max(0, ...versions.map(({ version }) => version)) + 1

/** A draft with its body; it is not asked again while its editor is open. */
export const draftQuery = (http: Http, key: string, draft: string) =>
  queryOptions({ queryKey: [designsKey, key, 'draft', draft], queryFn: ({ signal }) =>
    http.get<DraftView>(`${designPath}/${key}/draft/${draft}`, {}, { ...quiet, signal }), staleTime: Infinity })

/** A published version with its body; it never changes. */
export const versionQuery = (http: Http, key: string, hash: string) =>
  queryOptions({ queryKey: [designsKey, 'version', key, hash], queryFn: ({ signal }) =>
    http.get<VersionBody>(`${designPath}/${key}/version/${hash}`, {}, { ...quiet, signal }), staleTime: 600_000 })

/** The comments on a draft, the oldest first. */
export const commentsQuery = (http: Http, key: string, draft: string) =>
  queryOptions({ queryKey: [designsKey, key, 'comments', draft], queryFn: ({ signal }) =>
    http.get<readonly DraftComment[]>(`${designPath}/${key}/draft/${draft}/comment`, {}, { ...quiet, signal }) })

/** The publications of a form, the newest first; 200 at most. */
export const historyQuery = (http: Http, key: string) =>
  queryOptions({ queryKey: [designsKey, key, 'history'], queryFn: ({ signal }) =>
    http.get<readonly Publication[]>(`${designPath}/${key}/history`, {}, { ...quiet, signal }) })

/** The saved scenarios of a form. */
export const scenariosQuery = (http: Http, key: string) =>
  queryOptions({ queryKey: [designsKey, key, 'scenarios'], queryFn: ({ signal }) =>
    http.get<readonly Scenario[]>(`${designPath}/${key}/scenario`, {}, { ...quiet, signal }) })

/** The outcome of every scenario of a form for a flow. */
export const resultsQuery = (http: Http, key: string, of: FlowReference) =>
  queryOptions({ queryKey: [designsKey, key, 'results', of], queryFn: ({ signal }) =>
    http.query<readonly ScenarioResult[]>(`${designPath}/${key}/scenario/run`, { of }, { ...quiet, signal }) })

/** The findings of a flow as it is drawn, stored or not. */
export const findingsQuery = (http: Http, key: string, flow: Flow) =>
  queryOptions({ queryKey: [designsKey, 'findings', key, flow], queryFn: ({ signal }) =>
    http.query<readonly DesignFinding[]>(`${designPath}/validate`, { businessType: key, flow }, { ...quiet, signal }), staleTime: 60_000 })

/** The people whom a rule finds today. */
export const peopleQuery = (http: Http, key: string, asked: { rule: ApproverRule; person?: string; value?: FormValue }) =>
  queryOptions({ queryKey: [designsKey, 'people', key, asked], queryFn: ({ signal }) =>
    http.query<FoundPeople>(`${designPath}/${key}/people`, asked, { ...quiet, signal }), staleTime: 60_000, retry: false })

/** The declaration of the form whose flow is designed; waits for it (Suspense). Undefined for a form that the browser does not know. */
export function useDesignedForm(key: string): Form | undefined {
  const declarations = useDeclarations()
  const entry: FormEntry | undefined = declarations.form(key)
  return entry && use(declarations.loadForm(entry))
}

const parametersOf = (design: DesignView | undefined): Naming['parameters'] =>
  new Map((design?.parameters ?? []).map((each) => [`${each.dictionary} ${each.name}`, each]))

/** The names with which flows of a form are put into words. */
export function useNaming(key: string, form: Form | undefined, names: Readonly<Record<string, string>> = {}): Naming {
  const text = useDesignText()
  const facts = useFormFacts()
  const { data: design } = useQuery(designQuery(useHttp(), key))
  return useMemo(() => ({
    text,
    fields: form?.fields ?? {},
    names: { ...Object.fromEntries((design?.roles ?? []).map((role) => [role.key, role.name])), ...names },
    owners: Object.fromEntries((design?.owners ?? []).map((owner) => [owner.of, owner])),
    parameters: parametersOf(design),
    facts: new Map((design?.opinionFacts ?? []).map((fact) => [fact.key, fact])),
    dict: (dictionary, value) => facts().dict?.(dictionary, value),
  }), [text, form, design, names, facts])
}
