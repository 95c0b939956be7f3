import { defineServer } from '#server/plugin.ts'
import { baselines } from './baselines.ts'
import { noticeChanges } from './changes.ts'
import { changeNotices } from './ecn.ts'
import { fiveMChanges } from './five-m.ts'
import { lineStates, overdueChanges } from './jobs.ts'
import { migrations } from './migrations.ts'
import { noticeReviews } from './reviews.ts'

export default defineServer({
  id: 'change-control',
  migrations,
  extensions: [changeNotices, noticeReviews, noticeChanges, baselines, fiveMChanges],
  jobs: [lineStates, overdueChanges],
})
