import { BellOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useText } from '../text.tsx'
import { messageCentre, useBadges } from './badges.ts'
import { useKnows } from '../routing/routes-context.ts'

/** Unread messages; there only when the message centre is part of this product. */
export function Bell() {
  const { t } = useText()
  const unread = useBadges().get(messageCentre) ?? 0
  const knows = useKnows()
  if (!knows(messageCentre)) return null
  return (
    <Link className="plain oa-tool" to={messageCentre} aria-label={t('shell.unread', { count: unread })} data-tip={t('shell.messages')}>
      <BellOutlined />
      {unread > 0 && <span className="oa-badge num" aria-hidden>{unread > 99 ? '99+' : unread}</span>}
    </Link>
  )
}
