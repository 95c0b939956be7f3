import { QuestionCircleOutlined } from '@ant-design/icons'
import { Link, useLocation } from 'react-router'
import { useKnows } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'

const guide = '/user-guide'

/** Opens the chapter of the guide about the page that is shown; absent in a product without a guide. */
export function HelpButton() {
  const { t } = useText()
  const { pathname } = useLocation()
  const knows = useKnows()
  if (!knows(guide)) return null
  const to = pathname === guide ? guide : `${guide}?page=${encodeURIComponent(pathname)}`
  return (
    <Link className="plain oa-tool" to={to} aria-label={t('shell.help')} data-tip={t('shell.help')}>
      <QuestionCircleOutlined />
    </Link>
  )
}
