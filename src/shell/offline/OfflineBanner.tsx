import { DisconnectOutlined } from '@ant-design/icons'
import { useText } from '../text.tsx'
import { useOnline } from './use-online.ts'
import './offline.css'

/** A banner above the page while the browser is offline; the page stays and shows its age. */
export function OfflineBanner() {
  const { t } = useText()
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="oa-offline">
          <DisconnectOutlined aria-hidden /> {t('shell.offline')}
        </p>
      )}
    </div>
  )
}
