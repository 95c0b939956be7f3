import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { chance, demoSamples, people, personId } from '#plugins/demo/server/public-api.ts'
import { saveProcessInstances } from './rules.ts'

const subjects = ['采购申请', '用印申请', '加班申请', '出差申请', '物品领用', '请假申请'] as const
const day = 86_400_000

/** Two approvals of each of twelve people, invented, from the two years before the company left DingTalk. */
function saveDingtalkApprovals(db: Db, writer: Writer): Promise<void> {
  const originators = people.filter(({ admin, state }) => !admin && state === undefined).slice(0, 12)
  return saveProcessInstances(db, originators.flatMap(({ userName, name, units }, person) =>
    [0, 1].map((turn) => {
      const drawn = chance(`dingtalk-${userName}-${turn}`)
      const started = new Date(writer.at.getTime() - drawn.between(400, 1100) * day)
      const finished = new Date(started.getTime() + drawn.between(1, 9) * day / 3)
      const isRevoked = (person + turn) % 9 === 0
      return {
        outerId: `${nowOf(started).slice(0, 16).replaceAll(/\D/g, '')}000${drawn.between(100_000_000, 999_999_999)}`,
        title: `${name.split('/')[0]}提交的${drawn.pick(subjects)}`,
        status: isRevoked ? 'TERMINATED' : 'COMPLETED',
        result: isRevoked ? null : (person + turn) % 7 === 0 ? 'refuse' : 'agree',
        originator: personId(userName),
        departmentId: units[0],
        startedAt: nowOf(started),
        finishedAt: nowOf(finished),
      }
    })
  ), writer)
}

/** The samples of the demo company. */
export const samples = demoSamples.of({ key: 'dingtalk', sort: 190,
  records: (db, { at }) => saveDingtalkApprovals(db, { by: personId('admin'), at }) })
