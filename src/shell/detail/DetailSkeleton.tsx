import { useNavigate } from 'react-router'
import { Bar } from '../parts/Skeletons.tsx'
import { useIsMobile, useMedia } from '../parts/use-media.ts'
import { useText } from '../text.tsx'
import { PhoneBar } from './phone/PhoneBar.tsx'
import './detail.css'

/** A document while it loads: head, fields in their columns, a table, the history beside it, the bar of actions, each in its place. */
export function DetailSkeleton() {
  const { t } = useText()
  const navigate = useNavigate()
  const isMobile = useIsMobile()
  const isWide = useMedia('(min-width: 1280px)')
  return (
    <div className="oa-page" role="status" aria-label={t('shell.loading')}>
      <h1 className="unseen">{t('shell.loading')}</h1>
      <div className="oa-page-main">
        {isMobile && <PhoneBar onBack={() => void navigate(-1)} />}
        <div className="oa-page-scroll oa-detail-scroll oa-waiting" aria-hidden>
          <div className={isMobile ? 'oa-phone-head' : 'oa-detail-head'}>
            <Head />
          </div>
          <div className="oa-detail-body">
            <Bar width={72} height={14} />
            <div className="oa-grid oa-read oa-waiting-fields">
              {fields.map((width) => (
                <span key={width}>
                  <Bar width={56} />
                  <Bar width={width} />
                </span>
              ))}
            </div>
            <Bar width={88} height={14} />
            {[0, 1, 2].map((row) => (
              <div key={row} className="oa-waiting-row">
                <Bar width={16} />
                <Bar width="22%" />
                <Bar width="34%" />
                <Bar width={80} />
              </div>
            ))}
          </div>
        </div>
        <div className="oa-page-footer">
          <div className="oa-action-bar" />
        </div>
      </div>
      {isWide && (
        <div className="oa-page-rail oa-rail oa-waiting" aria-hidden>
          <div className="oa-waiting-steps">
            {[160, 220, 190, 140].map((width) => (
              <span key={width}>
                <i />
                <Bar width={width} />
              </span>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const fields = ['62%', '48%', '70%', '40%', '56%', '66%', '44%', '52%']

/** Title, line, and the facts that decide. */
const Head = () => (
  <>
    <Bar width={220} height={18} />
    <p className="oa-detail-line">
      <Bar width={320} />
    </p>
    <div className="oa-detail-facts">
      <Bar width={150} height={24} />
      <Bar width={90} />
      <Bar width={120} />
    </div>
  </>
)
