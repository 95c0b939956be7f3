import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useDocumentsText } from '../documents/texts.ts'
import { useKeys } from '../keys.ts'

/** Opens the review of the current list. */
export function ReviewButton() {
  const { t } = useDocumentsText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const open = () => void navigate(`/review${search}`)
  useKeys({ v: open })
  return (
    <Button aria-keyshortcuts="V" onClick={open}>
      {t('review')}
      <span className="oa-key" aria-hidden>V</span>
    </Button>
  )
}
