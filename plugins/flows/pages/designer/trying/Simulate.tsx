import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Form as AntForm, Input, Select } from 'antd'
import { Fragment, useEffect, useId, useMemo, useState } from 'react'
import { FeelError } from '#kernel/feel/feel.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { parsePath } from '#kernel/evaluate/path.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { documentLink, type FieldDefinition, person as personField } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import { rulePathsOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { linkableDocuments } from '#fields/documentLink/linkable.ts'
import { useBook } from '#fields/references/reference-book.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Person } from '#shell/parts/Person.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import { documentQuery, learnReferences } from '#shell/detail/document.ts'
import { needRecords, useFormFacts } from '#shell/form/store/facts.ts'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { designPath, type ExpectedStep, type FlowReference, type SaveDocumentScenario, type SaveScenario, type Simulate,
  type Simulation } from '../../../wire.ts'
import { designsKey } from '../calls.ts'
import type { DocumentPath } from '../drawing/Canvas.tsx'
import { KindControl, Labelled } from '../panel/fields.tsx'
import { named, useDesignText } from '../texts.ts'
import { blocksOf, isFork } from '../drawing/tree.ts'
import { conditionText, type Naming } from '../wording/words.ts'
import type { DocumentSample } from '../panel/ConditionEditor.tsx'

interface SimulateProps {
  readonly form: Form
  readonly flow: Flow
  readonly of: FlowReference
  readonly naming: Naming
  /** Simulations can be saved as scenarios. */
  readonly isSaving: boolean
  /** Id of a filed document to begin with: its way is shown at once. */
  readonly begun?: string | undefined
  onWay(way: DocumentPath | undefined): void
  onClose(): void
}

/** Simulates the flow for an initiator with a document or values; the path is drawn on the canvas. Nothing is written. */
export function SimulatePanel({ form, flow, of, naming, isSaving, begun, onWay, onClose }: SimulateProps) {
  const { t, label } = naming.text
  const { person, setPerson, document, setDocument, filed, value, setValue } = useAsked(form, begun)
  const [asked, setAsked] = useState<Simulate>()
  const answer = useSimulation(form, asked, onWay)
  const fields = fieldsOf(flow, form)
  const start = () =>
    person !== undefined && setAsked({ of, person, ...(Object.keys(value).length > 0 && { value }), ...(document !== undefined && {
      document,
    }) })
  const isBegun = begun !== undefined && filed !== undefined
  useEffect(() => {
    if (isBegun) start()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the document to begin with is here
  }, [isBegun])
  return (
    <div className="oa-fd-fields" onKeyDownCapture={(event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      // a select would open its list
      event.stopPropagation()
      start()
    }}>
      <header className="oa-fd-panel-head row gap-8 below-12">
        <h2 className="grow">{t('simulate')}</h2>
        <Button type="text" aria-label={t('close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <AntForm layout="vertical" component={false}>
        <KindControl field={personField({ ...named('asPerson'), required: true })} label={t('asPerson')} value={person}
          onChange={(entered) => setPerson(typeof entered === 'string' ? entered : undefined)} />
        <Labelled label={t('withDocument')} hint={t('withDocumentHint')}>
          {(id) => (
            <DocumentSelect id={id} form={form.key} value={document} held={filed} placeholder={t('noDocument')} onChange={setDocument} />
          )}
        </Labelled>
        {fields.map((key) => (
          <Value key={key} name={key} form={form} value={value} label={label}
            onChange={(entered) => setValue((before) => withEntered(before, key, entered))} />
        ))}
      </AntForm>
      <Button type="primary" className="oa-fd-start" disabled={person === undefined} loading={answer.isFetching} onClick={start}>
        {t('showWay')}
      </Button>
      {answer.isError && <p role="alert" className="oa-fd-error">{answer.error.message}</p>}
      {answer.data && asked && <Simulated form={form} asked={asked} simulation={answer.data} naming={naming} isSaving={isSaving} />}
    </div>
  )
}

interface SimulatedProps extends Pick<SimulateProps, 'form' | 'naming' | 'isSaving'> {
  readonly asked: Simulate
  readonly simulation: Simulation
}

/** The way with a form to keep it as a scenario, or the reason why filing would be refused. */
function Simulated({ form, asked, simulation, naming, isSaving }: SimulatedProps) {
  const { refusal } = simulation
  return (
    <>
      <Outcome simulation={simulation} naming={naming} />
      {isSaving && refusal === null && <SaveScenarioForm form={form.key} asked={asked} simulation={simulation} naming={naming} />}
      {refusal && (
        <p role="alert" className="oa-fd-error">
          {naming.text.reason(refusal)}
        </p>
      )}
    </>
  )
}

/** Values and person of a simulation; a document begins as its own initiator's. */
function useAsked(form: Form, begun: string | undefined) {
  const [chosen, setPerson] = useState<string>()
  const [document, setDocument] = useState(begun)
  const [value, setValue] = useState<FormValue>({})
  const { data: filed } = useQuery({ ...documentQuery(useHttp(), form.key, document ?? ''), enabled: document !== undefined })
  return { person: chosen ?? filed?.startUserId, setPerson, document, setDocument, filed, value, setValue }
}

function useSimulation(form: Form, asked: Simulate | undefined, onWay: SimulateProps['onWay']) {
  const http = useHttp()
  return useQuery({
    queryKey: [designsKey, 'simulate', form.key, asked],
    queryFn: async ({ signal }) => {
      const found = await http.query<Simulation>(`${designPath}/${form.key}/simulate`, asked, { signal, quiet: true })
      onWay(wayOf(found))
      return found
    },
    enabled: asked !== undefined,
    staleTime: 0,
    retry: false,
  })
}

/** The value of a form with an entered value; without the field where it was emptied. */
export function withEntered(value: FormValue, key: string, entered: unknown): FormValue {
  const others = Object.entries(value).filter(([each]) => each !== key)
  const isEmpty = entered === undefined || entered === null || entered === ''
  return Object.fromEntries(isEmpty ? others : [...others, [key, entered]]) as FormValue
}

/** The input field for a simulation. Calculated fields take their result directly, without the rows they are computed from. */
function enteredField(declared: FieldDefinition): FieldDefinition {
  const field = { ...declared, value: undefined, readOnly: undefined }
  const kind = field.kind === 'calculated' ? (field.result === 'boolean' ? 'switch' : field.result ?? 'text') : field.kind
  return { ...field, kind } as FieldDefinition
}

/** The input of a field on which the way of a document depends. */
export function Value(
  { name, form, value, label, onChange }: { name: string; form: Form; value: FormValue; label: Naming['text']['label'];
    onChange(value: unknown): void },
) {
  const field = enteredField(form.fields[name]!)
  const id = useId()
  return (
    <AntForm.Item label={label(field)} htmlFor={id} className="oa-fd-field below-12">
      <FieldInput id={id} field={field} value={value[name]} context={value} onChange={onChange} />
    </AntForm.Item>
  )
}

const unentered: ReadonlySet<string> = new Set(['title', 'plaintext', 'table', 'attachment', 'richtext'])

/** The fields on which the way of a document depends, which can be entered by hand. */
export function fieldsOf(flow: Flow, form: Form): readonly string[] {
  const rmb = rmbNames(form.fields)
  const names = blocksOf(flow.steps).flatMap((block) => [
    ...(isFork(block) ? [] : rulePathsOf(block).map((path) => parsePath(path).key)),
    ...conditionsOf(block).flatMap((source) => namesIn(source, Object.keys(form.fields))),
  ])
  return [...new Set(names.map((name) => rmb[name] ?? name))].filter((name) => {
    const field = form.fields[name]
    return field !== undefined && !unentered.has(field.kind)
  })
}

const conditionsOf = (block: ReturnType<typeof blocksOf>[number]): readonly string[] => (isFork(block)
  ? block.block === 'parallel' ? [] : block.branches.map(({ when }) => when)
  : block.when === undefined
  ? []
  : [block.when])

function namesIn(source: string, names: readonly string[]): readonly string[] {
  try {
    return formula(source, names).needs
  } catch (error) {
    if (error instanceof FeelError) return []
    throw error
  }
}

const wayOf = ({ steps }: Simulation): DocumentPath => ({
  people: new Map(steps.map(({ node, people }) => [node, people])),
  skipped: new Set(steps.filter(({ state }) => state === 'skipped').map(({ node }) => node)),
})

/** The path of a simulation as scenarios expect it. */
export const expectedOf = ({ steps }: Simulation): readonly ExpectedStep[] =>
  steps.filter(({ kind }) => kind === 'approve').map(({ node, state, people }) => ({ node,
    people: state === 'skipped' ? [] : people.map(({ id }) => id).toSorted() })
  )

/** The steps of the way as a list, with the reasons. */
function Outcome({ simulation: { steps, conditions }, naming }: { simulation: Simulation; naming: Naming }) {
  const { t, label, reason } = naming.text
  return (
    <section aria-label={t('way')} aria-live="polite">
      <h3>{t('way')}</h3>
      <ol className="oa-fd-way">
        {steps.map((step) => (
          <li key={step.node} data-state={step.state}>
            <strong>{label(step)}</strong>
            {step.state === 'skipped' ?
              <span className="oa-flow-quiet second">{t('passedBy')}</span>
              : step.people.map(({ id, name, auto }) => (
                <Fragment key={id}>
                  <Person id={id} name={name} /> {auto && <span className="oa-flow-quiet second">{t('passesAlone')}</span>}
                </Fragment>
              ))}
            {step.problems.map((problem) => <p key={problem.code} className="oa-fd-error">{reason(problem)}</p>)}
            {conditions[step.node] && (
              <p className="oa-flow-quiet second">
                {conditionText(conditions[step.node]!.text, naming)} · {t(conditions[step.node]!.holds ? 'holds' : 'holdsNot')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function SaveScenarioForm(
  { form, asked, simulation, naming: { text: { t } } }: { form: string; asked: Simulate; simulation: Simulation; naming: Naming },
) {
  const [name, setName] = useState('')
  const { run, isPending, problems } = useCommand({ touches: [[designsKey, form]] })
  const { person, document, value = {}, of } = asked
  const body: SaveScenario | SaveDocumentScenario = document === undefined ?
    { name: name.trim(), person, value, expected: expectedOf(simulation) } :
    { name: name.trim(), person, document, value, of }
  return (
    <div className="oa-fd-list stack gap-8 below-12">
      <AntForm layout="vertical" component={false}>
        <Labelled label={t('scenarioName')} hint={document === undefined ? undefined : t('scenarioOfDocument')}
          problem={Object.values(problems).join(' ') || undefined}
        >
          {(id) => <Input id={id} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />}
        </Labelled>
      </AntForm>
      <Button disabled={name.trim() === ''} loading={isPending} onClick={() =>
        void run((http) => http.post(`${designPath}/${form}/scenario`, body, { quiet: true }), { success: t('scenarioSaved'), done: () =>
          setName('') })}
      >
        {t('saveScenario')}
      </Button>
    </div>
  )
}

interface DocumentSelectProps {
  readonly form: string
  readonly value: string | undefined
  /** The chosen document, which the search need not have found. */
  readonly held?: Pick<FiledDocument, 'procInstId' | 'businessNo' | 'title'> | undefined
  readonly id?: string
  readonly label?: string
  readonly placeholder: string
  onChange(document: string | undefined): void
}

/** Chooses a filed document of the form by number or title. */
export function DocumentSelect({ form, value, held, id, label, placeholder, onChange }: DocumentSelectProps) {
  const { name } = useDesignText()
  const http = useHttp()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed)
  const { data } = useQuery({
    queryKey: [designsKey, 'documents', form, keyword],
    queryFn: () =>
      linkableDocuments(http, documentLink({ cn: '', en: '', links: [form], linkStates: ['inApproval', 'completed'] }), {
        label: keyword,
        current: 1,
      }),
  })
  const options = (data?.records ?? []).map((record) => ({ value: String(record['procInstId'] ?? record.id),
    label: `${record['businessNo'] ?? ''} ${record.subject ?? name(record.starterName)}`.trim() })
  )
  const own = held && value === held.procInstId && !options.some((option) => option.value === value)
    ? [{ value: held.procInstId, label: `${held.businessNo} ${held.title ?? ''}`.trim() }]
    : []
  return (
    <Select id={id} aria-label={label} className="oa-fd-document" showSearch allowClear filterOption={false} value={value}
      options={[...own, ...options]} placeholder={placeholder} popupMatchSelectWidth={false} onSearch={setTyped}
      onChange={(chosen: string | undefined) => onChange(chosen)} />
  )
}

/** The value of a filed document with everything that its expressions read; undefined until it is here. */
export function useSample(form: Form | undefined, document: string | undefined): DocumentSample | undefined {
  const http = useHttp()
  const book = useBook()
  const facts = useFormFacts()
  const { data } = useQuery({ ...documentQuery(http, form?.key ?? '', document ?? ''),
    enabled: document !== undefined && form !== undefined })
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (!data || !form) return
    learnReferences(book, data)
    needRecords(book, form.fields, data.business)
    return book.subscribe(() => setVersion((before) => before + 1))
  }, [book, data, form])
  // results of expressions change when further records arrive
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the book
  return useMemo(() => data && { value: data.business, initiator: data.startUserId, facts }, [data, facts, version])
}
