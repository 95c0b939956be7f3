import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { download } from '#providers/files.ts'
import { useBackend, useHttp } from '../backend.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { startImport } from './import-work.ts'
import { ImportResult } from './ImportResult.tsx'
import { useBackgroundTaskText } from './text.ts'
import { TaskRow } from './TaskRow.tsx'
import { type ImportTarget, isRunning, useBackgroundTasks, type Work, works } from './works.ts'
import './works.css'

/** Sends a file and shows what became of its rows. Closing it ends nothing: the work goes on in the header. */
export function ImportDialog() {
  const { t, label } = useBackgroundTaskText()
  const backend = useBackend()
  const { dialog, tasks: all } = useBackgroundTasks()
  const work = all.find(({ id }) => id === dialog?.work)
  const target = dialog?.target
  // While it closes, the dialog keeps what it showed.
  return (
    <Modal open={target !== undefined} width={560} maskClosable={false} onCancel={works.close} title={target && t('works.importTitle', { title: label(target.title) })}
      footer={target && <Foot target={target} work={work} />}
    >
      <div ref={useKeptFocus()} className="oa-import-body" tabIndex={-1}>
        {target && (work ? <ImportProgress work={work} /> : <ChooseFile onChoose={(file) => startImport(backend, target, file)} />)}
      </div>
    </Modal>
  )
}

/** The element that had the focus may go with a step of the work; the dialog keeps it then, so that its keys go on working. */
function useKeptFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  })
  return box
}

function ImportProgress({ work }: { work: Work }) {
  return (
    <div className="oa-import">
      <TaskRow work={work} />
      {work.failure !== undefined && <p className="oa-import-failure" role="alert">{work.failure}</p>}
      {work.answer && <ImportResult answer={work.answer} />}
    </div>
  )
}

function Foot({ target, work }: { target: ImportTarget; work: Work | undefined }) {
  const { t } = useBackgroundTaskText()
  const http = useHttp()
  const template = () => download(http, { path: `${target.path}/template` }).catch(() => undefined)
  return (
    <div className="oa-import-foot">
      <Button type="text" icon={<DownloadOutlined aria-hidden />} onClick={() => void template()}>{t('works.template')}</Button>
      <span className="oa-import-keeps">{work && isRunning(work) && t('works.keepsRunning')}</span>
      {work && (isRunning(work) ? <Button danger disabled={work.state === 'stopping'} onClick={work.stop}>{t('works.stop')}</Button> : <Ending target={target} work={work} />)}
    </div>
  )
}

function Ending({ target, work }: { target: ImportTarget; work: Work }) {
  const { t } = useBackgroundTaskText()
  return (
    <>
      <Button onClick={() => again(target, work)}>{t('works.again')}</Button>
      {work.state === 'failed' && work.retry
        ? <Button type="primary" onClick={work.retry}>{t('works.retry')}</Button>
        : <Button type="primary" onClick={works.close}>{t('works.close')}</Button>}
    </>
  )
}

function again(target: ImportTarget, work: Work) {
  works.remove(work.id)
  works.open(target)
}
