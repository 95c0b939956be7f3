import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { FiledDocument, LackedFile } from '#approval/wire/filed-document.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { documentQueries } from '../refresh.ts'
import { useDetailText } from '../text.ts'

/** Files that another system named: those that are on their way, and those that were given up, each with a way to have it tried again. */
export function FilesNotice({ document: { procInstId, lackedFiles } }: { readonly document: FiledDocument }) {
  const { t } = useDetailText()
  const awaited = lackedFiles.filter(({ isGivenUp }) => !isGivenUp).map(({ name }) => name)
  return (
    <>
      {lackedFiles.filter(({ isGivenUp }) => isGivenUp).map((file) => <GivenUp key={file.id} procInstId={procInstId} file={file} />)}
      {awaited.length > 0 && (
        <div className="oa-form-banner" role="status">
          <span>{t('filesAwaited', { names: awaited.join(', ') })}</span>
        </div>
      )}
    </>
  )
}

function GivenUp({ procInstId, file: { id, name } }: { readonly procInstId: string; readonly file: LackedFile }) {
  const { t } = useDetailText()
  const { run, isPending } = useCommand({ touches: documentQueries })
  return (
    <div className="oa-form-banner is-wrong" role="alert">
      <span>{t('fileLacked', { name })}</span>
      <Button size="small" icon={<ReloadOutlined aria-hidden />} loading={isPending}
        onClick={() =>
          void run((http) => http.post('/workflow/inboundFile/retry', { procInstId, fileId: id }), { success: t('fileAsked') })}
      >
        {t('serviceTaskRetry')}
      </Button>
    </div>
  )
}
