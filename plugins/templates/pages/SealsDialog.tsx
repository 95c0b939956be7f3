import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { upload } from '#providers/files.ts'
import { currentLocale } from '#providers/i18n.ts'
import { may } from '#providers/permissions.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
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
  const [problem, setProblem] = useState<string>()
  return (
    <Modal open title={t('seals')} width={560} onCancel={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p className="oa-template-help">{t('sealsHint')}</p>
      {problem && <p className="oa-template-problems" role="alert">{problem}</p>}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowsSkeleton rows={3} columns={['30%', '50%']} />}
      <ol className="oa-template-versions">{data?.map((seal) => <Seal key={seal.company} seal={seal} onProblem={setProblem} />)}</ol>
    </Modal>
  )
}

function Seal({ seal, onProblem }: { seal: SealOfCompany; onProblem(problem: string | undefined): void }) {
  const { t, locale } = useTemplateText()
  const { put, remove } = useSealChanges(seal, onProblem)
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
          {uploadTime !== null && <Button type="link" danger size="small" onClick={() => void remove()}>{t('sealRemove')}</Button>}
          <input ref={input} type="file" hidden accept=".png,.jpg,.jpeg" aria-label={t('sealUpload')} onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void put(file)
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

function useSealChanges({ company, ...name }: SealOfCompany, onProblem: (problem: string | undefined) => void) {
  const { t, locale } = useTemplateText()
  const { session, reactions } = useBackend()
  const dialogs = useDialogs()
  const { run } = useCommand({ touches: [key], refused: (error) => {
    if (isFailure(error)) onProblem(error.fields[0]?.message ?? error.message)
    return isFailure(error)
  } })
  const address = `${path}/${encodeURIComponent(company)}`
  const notifying = (text: string) => () => {
    onProblem(undefined)
    reactions.notify({ kind: 'success', text })
  }
  return {
    put(file: File) {
      const content = new FormData()
      content.append('file', file, file.name)
      return run(() => upload({ path: address, content }, { token: () => session.token(), locale: currentLocale, reactions }),
        notifying(t('sealKept')))
    },
    async remove() {
      const ask = await dialogs()
      ask.confirm({ title: t('sealRemoveAsk', { name: name[locale] }), content: t('sealRemoveText'), okText: t('sealRemove'),
        okButtonProps: { danger: true }, cancelText: t('cancel'),
        onOk: () => run((http) => http.delete(address, undefined, { quiet: true }), notifying(t('sealRemoved'))) })
    },
  }
}
