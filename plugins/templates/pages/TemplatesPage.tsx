import { MessageOutlined, SafetyCertificateOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#kernel/wording/names.ts'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { may } from '#providers/permissions.ts'
import { can } from '../permissions.ts'
import { template } from '../template.ts'
import { useTemplateCalls, useTemplateText } from './templates.ts'
import { UploadDialog, VersionsDialog } from './TemplateDialogs.tsx'
import { WordingsDialog } from './WordingsDialog.tsx'
import type { SealOfCompany } from '../wire.ts'
import './templates.css'

const actionsOf = (record: StoredRecord) => <TemplateActions record={record} />

/** List of templates for prints and imports. */
export function TemplatesPage() {
  const { t } = useTemplateText()
  const [dialog, setDialog] = useState<'upload' | 'seals' | 'wordings'>()
  const close = () => setDialog(undefined)
  const actions = (
    <>
      <Button icon={<MessageOutlined aria-hidden />} onClick={() => setDialog('wordings')}>{t('wordings')}</Button>
      <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={() => setDialog('seals')}>{t('seals')}</Button>
      {may(can.add) && (
        <Button type="primary" icon={<UploadOutlined aria-hidden />} onClick={() => setDialog('upload')}>{t('upload')}</Button>
      )}
    </>
  )
  return (
    <>
      <ResourcePage resource={template} title={{ cn: '模板管理', en: 'Templates' }} more={actionsOf} actions={actions} />
      {dialog === 'upload' && <UploadDialog onClose={close} />}
      {dialog === 'wordings' && <WordingsDialog onClose={close} />}
      {dialog === 'seals' && <SealsDialog onClose={close} />}
    </>
  )
}

/** Row actions in addition to editing the name. */
function TemplateActions({ record }: { record: StoredRecord }) {
  const { t } = useTemplateText()
  const { fetchFile } = useTemplateCalls()
  const [isOpen, setIsOpen] = useState(false)
  const name = String(record['name'])
  return (
    <>
      <Button type="link" size="small" aria-label={t('downloadName', { name })} onClick={() => void fetchFile(record.id)}>
        {t('download')}
      </Button>
      <Button type="link" size="small" aria-label={t('historyName', { name })} onClick={() => setIsOpen(true)}>{t('history')}</Button>
      {isOpen && <VersionsDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const path = '/system/seal'

const key = ['companySeals']

/** Dialog for the companies' seals, which are printed on completed documents. */
function SealsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => http.get<readonly SealOfCompany[]>(`${path}/list`) })
  const changes = useSealChanges()
  return (
    <Modal open title={t('seals')} width={560} onCancel={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p className="oa-template-help row wrap second small">{t('sealsHint')}</p>
      {changes.problem && <p className="oa-template-problems scroll red" role="alert">{changes.problem}</p>}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['30%', '50%']} />}
      <ol className="oa-template-versions bare unlisted">
        {data?.map((seal) => <Seal key={seal.company} seal={seal} changes={changes} />)}
      </ol>
    </Modal>
  )
}

function Seal({ seal, changes: { put, remove } }: { seal: SealOfCompany; changes: ReturnType<typeof useSealChanges> }) {
  const { t, locale } = useTemplateText()
  const input = useRef<HTMLInputElement>(null)
  const { uploadTime, uploadedBy } = seal
  return (
    <li>
      <div>
        <b>{seal[locale]}</b>
        <small>{uploadTime === null ? t('noSeal') : `${nameOf(uploadedBy, locale)} · ${uploadTime.slice(0, 16)}`}</small>
      </div>
      {uploadTime !== null && <SealPicture seal={seal} />}
      {may(can.edit) && (
        <span>
          <Button type="link" size="small" onClick={() => input.current?.click()}>
            {t(uploadTime === null ? 'sealUpload' : 'sealReplace')}
          </Button>
          {uploadTime !== null && <Button type="link" danger size="small" onClick={() => void remove(seal)}>{t('sealRemove')}</Button>}
          <input ref={input} type="file" hidden accept=".png,.jpg,.jpeg" aria-label={t('sealUpload')} onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void put(seal, file)
          }} />
        </span>
      )}
    </li>
  )
}

/** Picture of a seal, loaded by an authenticated request, which an image URL could not make. */
function SealPicture({ seal: { company, uploadTime, ...name } }: { seal: SealOfCompany }) {
  const { t, locale } = useTemplateText()
  const http = useHttp()
  const { data: address } = useQuery({ queryKey: [...key, company, uploadTime], staleTime: Infinity,
    queryFn: async () =>
      URL.createObjectURL(await (await http.raw({ method: 'GET', path: `${path}/${encodeURIComponent(company)}`, quiet: true })).blob()) })
  return address ? <img className="oa-template-seal round-4" src={address} alt={t('sealOf', { name: name[locale] })} /> : null
}

function useSealChanges() {
  const { t, locale } = useTemplateText()
  const dialogs = useDialogs()
  const { run, problems: { '': problem } } = useCommand({ touches: [key], place: () => '' })
  const addressOf = ({ company }: SealOfCompany) => `${path}/${encodeURIComponent(company)}`
  return {
    problem,
    put(seal: SealOfCompany, file: File) {
      const content = new FormData()
      content.append('file', file, file.name)
      return run((http) => http.upload({ path: addressOf(seal), content }), { success: t('sealKept') })
    },
    async remove(seal: SealOfCompany) {
      const ask = await dialogs()
      ask.confirm({ title: t('sealRemoveAsk', { name: seal[locale] }), content: t('sealRemoveText'), okText: t('sealRemove'),
        okButtonProps: { danger: true }, cancelText: t('cancel'),
        onOk: () => run((http) => http.delete(addressOf(seal), undefined, { quiet: true }), { success: t('sealRemoved') }) })
    },
  }
}
