import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { may } from '#providers/permissions.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { can } from '../permissions.ts'
import type { SealOfCompany } from '../wire.ts'
import { useTemplateText } from './text.ts'

const path = '/system/seal'
const key = ['companySeals']

/** The seal of each company, which completed documents are printed with. */
export function SealsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTemplateText()
  const http = useHttp()
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => http.get<readonly SealOfCompany[]>(`${path}/list`) })
  const changes = useSealChanges()
  return (
    <Modal open title={t('seals')} width={560} onCancel={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p className="oa-template-help">{t('sealsHint')}</p>
      {changes.problem && <p className="oa-template-problems" role="alert">{changes.problem}</p>}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['30%', '50%']} />}
      <ol className="oa-template-versions">{data?.map((seal) => <Seal key={seal.company} seal={seal} changes={changes} />)}</ol>
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

/** The picture needs the reader's token, which no address carries. */
function SealPicture({ seal: { company, uploadTime, ...name } }: { seal: SealOfCompany }) {
  const { t, locale } = useTemplateText()
  const http = useHttp()
  const { data: address } = useQuery({ queryKey: [...key, company, uploadTime], staleTime: Infinity,
    queryFn: async () =>
      URL.createObjectURL(await (await http.raw({ method: 'GET', path: `${path}/${encodeURIComponent(company)}`, quiet: true })).blob()) })
  return address ? <img className="oa-template-seal" src={address} alt={t('sealOf', { name: name[locale] })} /> : null
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
