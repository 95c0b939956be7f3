import { QuestionCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { useGuidePath } from '../routing/routes-context.ts'
import { useText } from '../text.tsx'

/** Opens the chapter of the guide about the page that is shown; absent in a product without a guide. */
export function HelpButton() {
  const { t } = useText()
  const to = useGuidePath()
  if (to === undefined) return null
  return (
    <Link className="plain oa-tool" to={to} aria-label={t('shell.help')} data-tip={t('shell.help')}>
      <QuestionCircleOutlined />
    </Link>
  )
}
