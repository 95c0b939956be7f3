import { UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Radio, Select, Upload } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { defineFlow, type Flow } from '#kernel/flow.ts'
import type { NewFlowSettings } from '#kernel/flow/approval-settings.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { Page } from '#shell/parts/Page.tsx'
import { type CreateDraft, designPath, type DesignView, type DraftView, type ImportedFlow, type ImportMapping } from '../../wire.ts'
import { designQuery, designsKey, nextVersion, useDesignedForm, useNaming } from './calls.ts'
import { FieldSelect, KindControl, Labelled } from './panel/fields.tsx'
import { firstSteps } from './drawing/templates.ts'
import { named, useDesignText } from './text.ts'
import type { Naming } from './wording/words.ts'
import { department, person } from '#kernel/fields.ts'
import { allFlowsQuery } from '../flows.ts'
import { approvalSettingsQuery } from '../settings/settings.ts'
import '../flows.css'
import './designer.css'

type Start = 'current' | 'empty' | 'file'

/** Page that creates a draft: the form and the initial flow. */
export function AddPage() {
  const { t } = useDesignText()
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const [form, setForm] = useState(parameters.get('id') ?? undefined)
  const [start, setStart] = useState<Start>('current')
  const [name, setName] = useState('')
  const [imported, setImported] = useState<Flow>()
  const proposed = useProposedName(form)
  const { data: defaults } = useQuery(approvalSettingsQuery(useHttp()))
  const { run, isPending, problems } = useCommand({ touches: [[designsKey]] })
  const create = () => {
    const flow = flowOf(start, { imported, settings: defaults?.settings.flow })
    const body: CreateDraft = { name: name.trim() || proposed, ...(flow && { flow }) }
    void run((writing) => writing.post<DraftView>(`${designPath}/${form}/draft`, body, { quiet: true }),
      (draft: DraftView) => navigate(`/approval-config?id=${encodeURIComponent(form!)}&draft=${encodeURIComponent(draft.id)}`))
  }
  return (
    <Page title={t('addTitle')} footer={
      <>
        <span className="oa-flow-quiet second">{t('addNote')}</span>
        <Button type="primary" disabled={form === undefined || lacksFile(start, imported) || (start === 'empty' && !defaults)}
          loading={isPending} onClick={create}
        >
          {t('createDraft')}
        </Button>
      </>
    }>
      <Form layout="vertical" component="div" className="oa-fd-add-form">
        {problems[''] && <Alert type="error" message={problems['']} />}
        <FormChoice value={form} onChange={setForm} />
        <Labelled label={t('draftNameLabel')}>
          {(id) => <Input id={id} maxLength={100} value={name} placeholder={proposed} onChange={({ target }) => setName(target.value)} />}
        </Labelled>
        <div role="group" aria-label={t('beginFrom')}>
          <span className="oa-fd-label second block">{t('beginFrom')}</span>
          <Radio.Group value={start} onChange={({ target }) => setStart(target.value as Start)}
            options={(['current', 'empty', 'file'] as const).map((each) => ({
              value: each,
              label: t(`begin.${each}`),
            }))} />
        </div>
        {start === 'file' && form !== undefined && <ImportFile key={form} form={form} onFlow={setImported} />}
      </Form>
    </Page>
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

/** Default name of a draft: the number of the next version. */
function useProposedName(form = ''): string {
  const { t } = useDesignText()
  const { data: design } = useQuery({ ...designQuery(useHttp(), form), enabled: form !== '' })
  return design ? t('draftName', { version: nextVersion(design) }) : ''
}

const lacksFile = (start: Start, imported: Flow | undefined): boolean => start === 'file' && imported === undefined

/** Initial flow of the draft; undefined for a copy of the version in force. */
function flowOf(start: Start, { imported, settings }: { imported: Flow | undefined; settings: NewFlowSettings | undefined }):
  | Flow
  | undefined {
  if (start === 'empty') return defineFlow(firstSteps(), settings)
  return start === 'file' ? imported : undefined
}

/** Imports a flow file of another installation; unknown names are mapped one by one. */
function ImportFile({ form, onFlow }: { form: string; onFlow(flow: Flow | undefined): void }) {
  const { t } = useDesignText()
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
  const take = async (chosen: File) => {
    const content = parsed(await chosen.text())
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
      <Upload accept=".json" showUploadList={false} beforeUpload={(chosen: File) => {
        void take(chosen)
        return false
      }}>
        <Button icon={<UploadOutlined />} loading={isPending}>{t('chooseFile')}</Button>
      </Upload>
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
