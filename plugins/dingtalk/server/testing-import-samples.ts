import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  dingtalkProcessInstance: {
    rows: ({ department, person }) => (n) => ({ outerId: `HX-${n}`, originator: person, departmentId: department, status: '已完成',
      result: '同意', startedAt: '2024-03-01 09:00:00', finishedAt: '2024-03-02 09:00:00', title: `申请${n}` }),
    refusals: [
      wrong('an end before the start', 'finishedAt', '完成时间不能早于发起时间', { outerId: 'HX-ended',
        finishedAt: '2024-02-01 09:00:00' }),
    ],
  },
})
