import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { formatBytes } from '#kernel/values/files.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { type FieldDefinition, select, text } from '#kernel/fields.ts'
import { useHttp } from '#shell/backend.ts'
import { type Problems, useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Pill } from '#shell/parts/StatePill.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import type { WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { currentLocale } from '#providers/i18n.ts'
import { can } from '../permissions.ts'
import type { ImportTarget, TemplateVersion } from '../wire.ts'
import { ChooseFile, FileControl } from './FileControl.tsx'
import { path, useTemplateCalls, useTemplateText } from './templates.ts'
import { template } from '../template.ts'

/** Version history of a template: view, restore, and upload a new version. */
export function VersionsDialog({ record, onClose }: { record: StoredRecord; onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const key = ['templateVersions', record.id]
  const { data, error, refetch } = useQuery({ queryKey: key,
    queryFn: () => http.get<readonly TemplateVersion[]>(`${path}/${record.id}/versions`) })
  const { problems, busy, renew, restore } = useChanges(record, key)
  return (
    <Modal open title={t('historyName', { name: String(record['name']) })} width={640} onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {may(can.edit) && (
        <p className="oa-template-help row wrap second small">
          <ChooseFile kind={record['kind'] === 'import' ? 'import' : 'print'} label={t('renew')} onChoose={(file) => void renew(file)} />
          <span>{t('renewHint')}</span>
        </p>
      )}
      {problems.length > 0 && (
        <ul className="oa-template-problems scroll red" role="alert">{problems.map((problem) => <li key={problem}>{problem}</li>)}</ul>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['30%', '50%']} />}
      <ol className="oa-template-versions bare unlisted">
        {data?.map((version, index) => (
          <Version key={version.number} version={version} record={record} isCurrent={index === 0} isBusy={busy}
            onRestore={() => void restore(version.number)} />
        ))}
      </ol>
    </Modal>
  )
}

interface VersionProps {
  readonly version: TemplateVersion
  readonly record: StoredRecord
  readonly isCurrent: boolean
  readonly isBusy: boolean
  onRestore(): void
}

function Version(
  { version: { number, fileName, size, uploadedBy, uploadTime, restoredFrom }, record, isCurrent, isBusy, onRestore }: VersionProps,
) {
  const { t, locale } = useTemplateText()
  const { fetchFile } = useTemplateCalls()
  return (
    <li>
      <div>
        <b>{t('version', { n: number })}</b> {isCurrent && <Pill tone="green">{t('current')}</Pill>}
        <span>{fileName} · {formatBytes(size)}</span>
        <small>
          {[nameOf(uploadedBy, locale), uploadTime.slice(0, 16), restoredFrom !== null && t('restoredFrom', { n: restoredFrom })].filter(
            Boolean,
          ).join(' · ')}
        </small>
      </div>
      <span>
        <Button type="link" size="small" onClick={() => void fetchFile(record.id, number)}>{t('download')}</Button>
        {!isCurrent && may(can.edit) && <Button type="link" size="small" disabled={isBusy} onClick={onRestore}>{t('restore')}</Button>}
      </span>
    </li>
  )
}

function useChanges(record: StoredRecord, key: readonly string[]) {
  const { t } = useTemplateText()
  const calls = useTemplateCalls()
  const dialogs = useDialogs()
  const { run, isPending, sentences: { '': problems = [] } } = useCommand({ touches: [key], place: () => '' })
  const change = (send: (http: WritingHttp) => Promise<void>, success: string) => run(send, { success })
  return {
    problems,
    busy: isPending,
    renew: (file: File) => change(calls.send(`${path}/${record.id}/upload`, file), t('renewed')),
    restore: async (number: number) => {
      const ask = await dialogs()
      ask.confirm({ title: t('restoreAsk', { n: number }), content: t('restoreText'), okText: t('restore'), cancelText: t('cancel'),
        onOk: () => change(calls.restore(record.id, number), t('restored')) })
    },
  }
}

type Value = Readonly<Record<string, unknown>>

const { name, company, kind } = template.fields
/** Makes a field editable that is fixed once the template exists. */
const chosen = (field: FieldDefinition): FieldDefinition => ({ ...field, system: undefined, readOnly: undefined })

/** Dialog to add a template with its purpose and its file, which is validated before saving. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const calls = useTemplateCalls()
  const { data: targets = [] } = useQuery({ queryKey: ['importTargets'],
    queryFn: () => http.get<readonly ImportTarget[]>(`${path}/importTargets`) })
  const check = ({ file }: Value): Problems => (file instanceof File ? {} : { file: t('choose') })
  const save = async ({ file, ...entered }: Value, to: WritingHttp) => {
    const texts = Object.fromEntries(Object.entries(entered).map(([key, each]) => [key, String(each ?? '')]))
    if (file instanceof File) await calls.send(`${path}/upload`, file, texts)(to)
  }
  const fields = (value: Value): readonly DialogField[] => [
    { name: 'kind', field: { ...chosen(kind), required: true } },
    value['kind'] === 'import'
      ? { name: 'target', field: targetField(targets) }
      : { name: 'businessType', field: { ...chosen(template.fields.businessType), required: true } },
    { name: 'language', field: chosen(template.fields.language) },
    { name: 'name', field: name },
    { name: 'company', field: company },
    { name: 'file', field: value['kind'] === 'import' ? workbook : word,
      draw: drawnFile({ of: value['kind'] === 'import' ? { target: value['target'] } : { businessType: value['businessType'] },
        language: value['language'] }) },
  ]
  return (
    <FieldsDialog title={t('upload')} fields={fields} start={{ kind: 'print', language: currentLocale() }} check={check} save={save}
      success={t('uploaded')} onClose={onClose} />
  )
}

const word = text({ cn: 'Word 文件', en: 'Word file', required: true })
const workbook = text({ cn: 'Excel 文件', en: 'Excel file', required: true })

const targetField = (targets: readonly ImportTarget[]): FieldDefinition =>
  select({ cn: '导入内容', en: 'Imports', required: true, options: targets.map(({ target, cn, en }) => ({ value: target, cn, en })) })

/** Makes the file control with the values selected so far. */
const drawnFile = (chosenSoFar: Pick<Parameters<typeof FileControl>[0], 'of' | 'language'>) => (control: OwnControl) => (
  <FileControl {...control} {...chosenSoFar} />
)
