import { Button, Popover } from 'antd'
import { Link } from 'react-router'
import { canPosting } from '#kernel/posting-permissions.ts'
import { may } from '#providers/permissions.ts'
import type { PostingActions } from '#shell/detail/notices/use-posting.tsx'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import type { PostingDetail } from '../wire.ts'
import { usePostingText } from './text.ts'

interface LineActionsProps {
  readonly line: PostingDetail
  readonly actions: PostingActions
}

/** The actions on a line; of a refusal the page's one primary button mends it, or sends it again. */
export function LineActions({ line, actions: { busy, retry, handle } }: LineActionsProps) {
  const { t, name } = usePostingText()
  const linkOf = useDocumentLink()
  const isRefused = line.state === 'refused'
  return (
    <div className="oa-posting-actions">
      {isRefused && (
        <span>
          {line.repair && (
            <Link to={line.repair.path}>
              <Button type="primary" tabIndex={-1}>{name(line.repair.label)}</Button>
            </Link>
          )}
          {may(canPosting.retry) && (
            <Button type={line.repair ? 'default' : 'primary'} loading={busy.has(line.id)} onClick={() => retry([line.id])}>
              {t('retry')}
            </Button>
          )}
          {may(canPosting.handle) && <Button onClick={() => handle([line.id])}>{t('handle')}</Button>}
        </span>
      )}
      {line.mayBeReversed && may(canPosting.handle) && (
        <span>
          <Button loading={busy.has(line.id)} onClick={() => handle([line.id], t('markReversed'))}>{t('markReversed')}</Button>
        </span>
      )}
      <span>
        <Popover trigger="click" placement="bottomLeft" content={<Payload line={line} />}>
          <Button type="link" size="small">{t('message')}</Button>
        </Popover>
        <Link to={linkOf({ businessType: line.type, procInstId: line.document, routeName: '' })}>{t('openDocument')}</Link>
      </span>
    </div>
  )
}

/** The payload with its key. */
function Payload({ line: { key, body } }: { readonly line: PostingDetail }) {
  const { t } = usePostingText()
  const sent = Object.fromEntries(body.map(({ name, value, isWithheld }) => [name, isWithheld ? '***' : value]))
  return (
    <div className="oa-posting-payload">
      <span className="oa-posting-caption">{t('key')} {key}</span>
      <pre tabIndex={0}>{JSON.stringify(sent, undefined, 2)}</pre>
    </div>
  )
}
