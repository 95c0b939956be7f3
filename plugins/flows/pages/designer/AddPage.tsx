import { UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Radio, Select, Upload } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { defineFlow, type Flow } from '#kernel/flow.ts'
import type { FlowRow } from '#kernel/flow/flow-version.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { type CreateDraft, designPath, type DesignView, type DraftView, type FlowFile, type ImportedFlow,
  type ImportMapping } from '../../wire.ts'
import { designQuery, designsKey, nextVersion, useDesignedForm, useNaming, versionQuery } from './calls.ts'
import { SettingsPanel } from './panel/DesignPanel.tsx'
import { FieldSelect, KindControl, Labelled } from './panel/fields.tsx'
import { firstSteps } from './drawing/templates.ts'
import { named, useDesignText } from './texts.ts'
import type { Naming } from './wording/words.ts'
import { department, person } from '#kernel/fields.ts'
import { allFlowsQuery, flowKey } from '../flows.ts'
import { type FormTerminals, storeTerminals, TerminalChoice } from '../FormTerminals.tsx'
import { approvalSettingsQuery } from '../settings/settings.ts'
import '../flows.css'
import './designer.css'

type Start = 'current' | 'empty' | 'copy' | 'file'

/** Steps of the page; the last one goes on in the designer. */
const pages = ['form', 'flow', 'rules', 'terminals', 'draw'] as const

/** Entries of the page so far. */
interface Entries {
  readonly form: string | undefined
  readonly name: string
  readonly start: Start
  /** The copied flow, or that of the chosen file. */
  readonly imported?: Flow | undefined
  /** Changed rules of the flow. */
  readonly settings?: Flow['settings'] | undefined
  /** Changed terminals of the form. */
  readonly terminals?: FormTerminals | undefined
}

/** Page that creates a draft, step by step: the form, the initial flow, its rules, the terminals of the form. */
export function AddPage() {
  const { t } = useDesignText()
  const [parameters] = useSearchParams()
  const [at, setAt] = useState(0)
  const [entries, setEntries] = useState<Entries>({ form: parameters.get('id') ?? undefined, name: '', start: 'current' })
  const base = useBaseFlow(entries)
  const { create, isPending, problem } = useCreate(entries, base)
  const isLast = pages[at + 1] === 'draw'
  return (
    <Page title={t('addTitle')} footer={
      <>
        <span className="oa-flow-quiet second">{t('addNote')}</span>
        <span className="row wrap gap-8">
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('stepBack')}</Button>}
          <Button type="primary" disabled={isStuck(at, entries, base)} loading={isPending} onClick={isLast ? create : () => setAt(at + 1)}>
            {t(isLast ? 'createDraft' : 'next')}
          </Button>
        </span>
      </>
    }>
      <StepList at={at} onGo={setAt} />
      <Form layout="vertical" component="div" className="oa-fd-add-form">
        {problem && <Alert type="error" message={problem} />}
        <Step page={pages[at] ?? 'form'} entries={entries} base={base}
          onChange={(part) => setEntries((before) => ({ ...before, ...part }))} />
      </Form>
    </Page>
  )
}

/** Returns whether there is no form, or the flow to begin with is not here yet. */
const isStuck = (at: number, { form }: Entries, base: Flow | undefined): boolean => form === undefined || (at > 0 && base === undefined)

/** Stores the terminals where they were changed, and creates the draft. */
function useCreate({ form = '', name, start, settings, terminals }: Entries, base: Flow | undefined) {
  const navigate = useNavigate()
  const proposed = useProposedName(form)
  const row = useFlowRow(form)
  const { run, isPending, problems } = useCommand({ touches: [[designsKey], [flowKey]] })
  const isChanged = start !== 'current' || settings !== undefined
  const flow = base && isChanged && { ...base, settings: settings ?? base.settings }
  const body: CreateDraft = { name: name.trim() || proposed, ...(flow && { flow }) }
  const create = () =>
    void run(async (writing) => {
      if (row && terminals && String(terminals) !== String(row.terminals)) await storeTerminals(writing, row, terminals)
      return writing.post<DraftView>(`${designPath}/${form}/draft`, body, { quiet: true })
    }, (draft: DraftView) => navigate(`/approval-config?id=${encodeURIComponent(form)}&draft=${encodeURIComponent(draft.id)}`))
  return { create, isPending, problem: problems[''] }
}

interface StepProps {
  readonly page: (typeof pages)[number]
  readonly entries: Entries
  readonly base: Flow | undefined
  onChange(part: Partial<Entries>): void
}

/** One step of the page. */
function Step({ page, entries, base, onChange }: StepProps) {
  const { form, settings } = entries
  if (page === 'form' || form === undefined) return <FormStep entries={entries} onChange={onChange} />
  if (page === 'flow') return <FlowStep form={form} start={entries.start} onChange={onChange} />
  if (page === 'terminals') return <TerminalsStep form={form} chosen={entries.terminals} onChange={onChange} />
  return base && (
    <Rules form={form} flow={{ ...base, settings: settings ?? base.settings }} onChange={(changed) => onChange({ settings: changed })} />
  )
}

function FormStep({ entries: { form, name }, onChange }: Pick<StepProps, 'entries' | 'onChange'>) {
  const { t } = useDesignText()
  const row = useFlowRow(form)
  const proposed = useProposedName(form)
  return (
    <>
      <FormChoice value={form}
        onChange={(chosen) => onChange({ form: chosen, imported: undefined, settings: undefined, terminals: undefined })} />
      {row && <FormFacts row={row} />}
      <Labelled label={t('draftNameLabel')}>
        {(id) => (
          <Input id={id} maxLength={100} value={name} placeholder={proposed} onChange={({ target }) => onChange({ name: target.value })} />
        )}
      </Labelled>
    </>
  )
}

function FlowStep({ form, start, onChange }: Pick<StepProps, 'onChange'> & { readonly form: string; readonly start: Start }) {
  const { t } = useDesignText()
  return (
    <>
      <div role="group" aria-label={t('beginFrom')}>
        <span className="oa-fd-label block second">{t('beginFrom')}</span>
        <Radio.Group value={start}
          onChange={({ target }) => onChange({ start: target.value as Start, imported: undefined, settings: undefined })}
          options={(['current', 'empty', 'copy', 'file'] as const).map((each) => ({
            value: each,
            label: t(`begin.${each}`),
          }))} />
      </div>
      {(start === 'file' || start === 'copy') && (
        <ImportFlow key={`${form} ${start}`} form={form} isCopy={start === 'copy'} onFlow={(imported) =>
          onChange({ imported, settings: undefined })} />
      )}
    </>
  )
}

function TerminalsStep(
  { form, chosen, onChange }: Pick<StepProps, 'onChange'> & { readonly form: string; readonly chosen: FormTerminals | undefined },
) {
  const { t } = useDesignText()
  const row = useFlowRow(form)
  return row && (
    <div role="group" aria-label={t('opensOn')}>
      <span className="oa-fd-label block second">{t('opensOn')}</span>
      <TerminalChoice value={chosen ?? row.terminals} onChange={(terminals) => onChange({ terminals })} />
      <p className="oa-flow-quiet second">{t('opensOnNote')}</p>
    </div>
  )
}

/** The steps of the page in order; those that are done lead back. */
function StepList({ at, onGo }: { at: number; onGo(at: number): void }) {
  const { t } = useDesignText()
  return (
    <ol className="oa-fd-steps flex wrap unlisted">
      {pages.map((page, index) => (
        <li key={page} className="row gap-6 second" aria-current={index === at ? 'step' : undefined}>
          {index < at
            ? <Button type="link" size="small" onClick={() => onGo(index)}>{t(`add.${page}`)}</Button>
            : t(`add.${page}`)}
        </li>
      ))}
    </ol>
  )
}

/** The form whose flow is designed. */
function FormChoice({ value, onChange }: { value: string | undefined; onChange(form: string): void }) {
  const { t, label } = useDesignText()
  const { data: flows } = useQuery(allFlowsQuery(useHttp()))
  return (
    <Labelled label={t('ofForm')} isRequired>
      {(id) => (
        <Select id={id} showSearch optionFilterProp="label" value={value} placeholder={t('chooseForm')}
          options={(flows?.records ?? []).map((row) => ({ value: row.key, label: label(row) }))} onChange={onChange} />
      )}
    </Labelled>
  )
}

function useFlowRow(form: string | undefined): FlowRow | undefined {
  const { data } = useQuery(allFlowsQuery(useHttp()))
  return data?.records.find(({ key }) => key === form)
}

/** Facts of the form, which are changed there. */
function FormFacts({ row: { key, group, prefix, version } }: { row: FlowRow }) {
  const { t, label } = useDesignText()
  const facts = { group: label(group), prefix, businessType: key, activeVersion: t('versionNo', { version }) }
  return (
    <dl className="oa-fd-words grid gap-10">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`fact.${name as keyof typeof facts}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The rules of the whole flow, before it is drawn. */
function Rules({ form, flow, onChange }: { form: string; flow: Flow; onChange(settings: Flow['settings']): void }) {
  const { data: design } = useQuery(designQuery(useHttp(), form))
  const naming = useNaming(form, useDesignedForm(form))
  return design && <SettingsPanel flow={flow} design={design} naming={naming} onChange={(next) => onChange(next.settings)} />
}

/** The flow that the draft begins with; undefined until it is here. */
function useBaseFlow({ form = '', start, imported }: Entries): Flow | undefined {
  const http = useHttp()
  const { data: defaults } = useQuery(approvalSettingsQuery(http))
  const { data: design } = useQuery({ ...designQuery(http, form), enabled: form !== '' })
  const { data: current } = useQuery({ ...versionQuery(http, form, design?.current ?? ''), enabled: design !== undefined })
  const empty = useMemo(() => defaults && defineFlow(firstSteps(), defaults.settings.flow), [defaults])
  return { current: current?.flow, empty, copy: imported, file: imported }[start]
}

/** Default name of a draft: the number of the next version. */
function useProposedName(form = ''): string {
  const { t } = useDesignText()
  const { data: design } = useQuery({ ...designQuery(useHttp(), form), enabled: form !== '' })
  return design ? t('draftName', { version: nextVersion(design) }) : ''
}

/** Takes the flow of another form, or a flow file of another installation; unknown names are mapped one by one. */
function ImportFlow({ form, isCopy, onFlow }: { form: string; isCopy: boolean; onFlow(flow: Flow | undefined): void }) {
  const { t, label } = useDesignText()
  const reading = useHttp()
  const { data: flows } = useQuery({ ...allFlowsQuery(reading), enabled: isCopy })
  const naming = useNaming(form, useDesignedForm(form))
  const { data: design } = useQuery(designQuery(useHttp(), form))
  const [file, setFile] = useState<unknown>()
  const [mapping, setMapping] = useState<ImportMapping>({})
  const [answer, setAnswer] = useState<ImportedFlow>()
  const [asked, setAsked] = useState<ImportedFlow['unknown']>([])
  const { run, isPending, problems } = useCommand({ unexplained: t('unreadableFile') })
  const read = (content: unknown, names: ImportMapping) =>
    void run((http) => http.post<ImportedFlow>(`${designPath}/${form}/import`, { file: content, mapping: names }, { quiet: true }),
      (found: ImportedFlow) => {
        setAnswer(found)
        // mapped names stay listed so that the choice can be changed
        setAsked((
          before,
        ) => [...before, ...found.unknown.filter((each) => !before.some((one) => one.kind === each.kind && one.id === each.id))])
        onFlow(found.unknown.every(({ kind }) => kind === 'field') ? found.flow : undefined)
      })
  const take = async (chosen: File) => takeContent(parsed(await chosen.text()))
  const copy = async (other: string) =>
    takeContent(await reading.get<FlowFile>(`${designPath}/${encodeURIComponent(other)}/export`, {}, { quiet: false }))
  const takeContent = (content: unknown) => {
    setFile(content)
    setMapping({})
    setAsked([])
    read(content, {})
  }
  const map = (kind: keyof ImportMapping, id: string, value: unknown) => {
    const { [id]: _, ...others } = mapping[kind] ?? {}
    const next = { ...mapping, [kind]: typeof value === 'string' && value !== '' ? { ...others, [id]: value } : others }
    setMapping(next)
    read(file, next)
  }
  return (
    <div className="oa-fd-list stack gap-8 below-12">
      {isCopy
        ? (
          <Labelled label={t('copyOf')}>
            {(id) => (
              <Select id={id} showSearch optionFilterProp="label" placeholder={t('chooseForm')} loading={isPending}
                options={(flows?.records ?? []).filter(({ key }) => key !== form).map((row) => ({ value: row.key, label: label(row) }))}
                onChange={(other: string) => void copy(other)} />
            )}
          </Labelled>
        )
        : (
          <>
            {/* files of other systems can be chosen as well, for the refusal says what to do with them */}
            <Upload accept=".json,.bpmn,.xml" showUploadList={false} beforeUpload={(chosen: File) => {
              void take(chosen)
              return false
            }}>
              <Button icon={<UploadOutlined />} loading={isPending} aria-describedby="oa-fd-file">{t('chooseFile')}</Button>
            </Upload>
            <p id="oa-fd-file" className="oa-flow-quiet second">{t('fileHint')}</p>
          </>
        )}
      {Object.values(problems).map((problem) => <p key={problem} role="alert" className="oa-fd-error">{problem}</p>)}
      {answer && (
        <p className={answer.unknown.length === 0 ? 'oa-fd-good' : 'oa-fd-warning'} role="status">
          {answer.unknown.length === 0
            ? t('fileRead', { count: answer.findings.length })
            : t('unknownNames', { count: answer.unknown.length })}
        </p>
      )}
      {asked.map((each) => (
        <NameMapping key={`${each.kind} ${each.id}`} unknown={each} chosen={mapping[mappingOf[each.kind]]?.[each.id]} naming={naming}
          roles={design?.roles ?? []} onChoose={(value) => map(mappingOf[each.kind], each.id, value)} />
      ))}
      {asked.some(({ kind }) => kind === 'field') && <p className="oa-flow-quiet second">{t('mapFieldNote')}</p>}
    </div>
  )
}

type UnknownName = ImportedFlow['unknown'][number]

/** Parts of a mapping by the kind of name. */
const mappingOf = { role: 'roles', person: 'people', department: 'departments', field: 'fields' } as const

interface NameMappingProps {
  readonly unknown: UnknownName
  readonly chosen: string | undefined
  readonly naming: Naming
  readonly roles: DesignView['roles']
  onChoose(value: unknown): void
}

/** Maps a name of the file to one of this installation. */
function NameMapping({ unknown: { kind, name: known }, chosen, naming, roles, onChoose }: NameMappingProps) {
  const { t, name } = naming.text
  const label = t(`map.${kind}`, { name: name(known) })
  if (kind === 'person') return <KindControl field={person(named('asPerson'))} label={label} value={chosen} onChange={onChoose} />
  if (kind === 'department')
    return <KindControl field={department(named('departments'))} label={label} value={chosen} onChange={onChoose} />
  return (
    <Labelled label={label}>
      {(id) =>
        kind === 'field'
          ? <FieldSelect id={id} value={chosen} naming={naming} isClearable fits={() => true} onChange={onChoose} />
          : (
            <Select id={id} showSearch optionFilterProp="label" value={chosen} onChange={onChoose}
              options={roles.map((role) => ({ value: role.key, label: name(role.name) }))} />
          )}
    </Labelled>
  )
}

/** The content of a file; its text where it is no JSON, which the server refuses with a sentence. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
