import { UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Select, Upload } from 'antd'
import { useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { type FormDesign, formDesignPath, type FormMapping, type MissingName, type ReadFormFile } from '../../wire.ts'
import { designsKey, useGroups, useRoles } from '../calls.ts'
import { Labelled } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'

interface ImportDialogProps {
  onClose(): void
  onDone(design: FormDesign): void
}

/** Takes over a form from a file: read first, with what is missing here, then stored as a draft. */
export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const { t, label } = useDesignerText()
  const [file, setFile] = useState<unknown>()
  const [mapping, setMapping] = useState<FormMapping>({})
  const [read, setRead] = useState<ReadFormFile>()
  const { run, isPending, problems, setProblems } = useCommand({ touches: [[designsKey, 'page']] })
  const look = (held: unknown, names: FormMapping) =>
    run((http) => http.query<ReadFormFile>(`${formDesignPath}/file/check`, { file: held, mapping: names }, { quiet: true }), setRead)
  const choose = async (chosen: File) => {
    setRead(undefined)
    setProblems({})
    const held = await chosen.text().then((text): unknown => JSON.parse(text)).catch(() => null)
    setFile(held)
    setMapping({})
    await look(held, {})
  }
  const map = (next: FormMapping) => {
    setMapping(next)
    void look(file, next)
  }
  const store = () =>
    run((http) => http.post<FormDesign>(`${formDesignPath}/file`, { file, mapping }, { quiet: true }), (design: FormDesign) => {
      onClose()
      onDone(design)
    })
  const isReady = read !== undefined && read.missing.length === 0
  return (
    <Modal open width={640} title={t('importForm')} okText={t('importDraft')} cancelText={t('cancel')}
      okButtonProps={{ disabled: !isReady }} confirmLoading={isPending} onOk={() => void store()} onCancel={onClose}
    >
      <p className="oa-ff-quiet oa-ff-control small">{t('importHint')}</p>
      <div className="oa-ff-control">
        <Upload accept=".json" showUploadList={false} beforeUpload={(chosen: File) => {
          void choose(chosen)
          return false
        }}>
          <Button icon={<UploadOutlined />} loading={isPending}>{t('chooseFile')}</Button>
        </Upload>
      </div>
      {Object.values(problems).length > 0 && <Alert className="oa-ff-control" type="error" message={Object.values(problems).join(' ')} />}
      {read && (
        <Form layout="vertical" component={false}>
          <h3 className="oa-ff-imported">{label(read)}</h3>
          <p className="oa-ff-quiet small">
            {t(`importState.${read.state}`, { page: read.urlPage })} · {t('signedBy', { key: read.signedBy })}
          </p>
          {read.missing.length > 0 && (
            <Alert className="oa-ff-control" type="warning" message={t('missingNames', { count: read.missing.length })} />
          )}
          {read.missing.map((name) => <Mapped key={`${name.kind} ${name.id}`} name={name} mapping={mapping} onMap={map} />)}
          {read.state === 'new' && (
            <Labelled label={t('prefix')}>
              {(id) => (
                <Input id={id} maxLength={6} defaultValue={read.prefix} onBlur={({ target }) => {
                  const prefix = target.value.toUpperCase()
                  if (prefix !== read.prefix) map({ ...mapping, prefix })
                }} />
              )}
            </Labelled>
          )}
          {read.problems.length > 0 && (
            <>
              <p>{t('importProblems')}</p>
              <ul className="oa-ff-bullets">{read.problems.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}</ul>
            </>
          )}
        </Form>
      )}
    </Modal>
  )
}

const places = { role: 'roles', person: 'people', department: 'departments', dictionary: 'dictionaries', group: 'groups' } as const

/** A name of the file without a counterpart here, and what stands for it. */
function Mapped(
  { name: { kind, id: missing, name }, mapping, onMap }: { name: MissingName; mapping: FormMapping; onMap(mapping: FormMapping): void },
) {
  const { t } = useDesignerText()
  const options = useCounterparts()
  if (kind === 'records') return <p className="oa-ff-wrong">{t('missingRecords', { name })}</p>
  const place = places[kind]
  return (
    <Labelled label={t('insteadOf', { kind: t(`missing.${kind}`), name })}>
      {(id) => (
        <Select id={id} showSearch optionFilterProp="label" value={mapping[place]?.[missing]} options={[...options[kind]]}
          onChange={(to: string) => onMap({ ...mapping, [place]: { ...mapping[place], [missing]: to } })} />
      )}
    </Labelled>
  )
}

interface Counterpart {
  readonly value: string
  readonly label: string
}

/** Names of this installation to stand for those of a file. */
function useCounterparts(): Readonly<Record<keyof typeof places, readonly Counterpart[]>> {
  const { name, locale } = useDesignerText()
  const roles = useRoles()
  const people = useRead(reads.people) ?? []
  const departments = useRead(reads.departments) ?? []
  const dictionaries = useRead(reads.dictionaries) ?? []
  const groups = useGroups()
  return {
    role: roles.map((role) => ({ value: role.key, label: name(role.name) })),
    person: people.map((person) => ({ value: person.id, label: name(person.name) })),
    department: departments.map((department) => ({ value: department.id, label: name(department.name) })),
    dictionary: [...new Set(dictionaries.map(({ type }) => type))].map((type) => ({ value: type, label: type })),
    group: groups.map((group) => ({ value: group.id, label: locale === 'cn' ? group.name : group.nameEn })),
  }
}
