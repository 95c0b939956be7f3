import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { type DemoStory, before, cells, chance, demoSamples, people, personId } from '#plugins/demo/server/public-api.ts'
import { saveLibrary } from './book-rules.ts'

/** category, authors (rotating), titles */
const shelves = [
  ['1', '陈志强 孙立军 何晓东 吴永明',
    '电子元器件失效分析 开关电源设计 嵌入式系统原理 高速电路设计 焊接工艺手册 注塑模具设计 电磁兼容设计 传感器应用 电机控制技术 单片机实践'],
  ['2', '王丽华 邵平 刘建峰 高洁 彼得·汉森',
    '精益生产 项目管理方法 班组长手册 高效会议 目标管理 供应链管理 成本控制实务 团队沟通 时间管理 变革管理'],
  ['3', '赵文博 钱思远 许国梁',
    '统计过程控制 质量管理体系审核 失效模式分析 测量系统分析 全面质量管理 八步问题解决法 来料检验手册 供应商质量管理 六西格玛实践 防错技术'],
  ['4', '周雅琴 沈明远 梁启明 俞晓群 陆羽平',
    '江南园林 中国古代建筑 山河故人 诗词选读 茶的故事 丝路行记 书法入门 城市与记忆 乡土中国读本 音乐欣赏'],
  ['5', 'Emily_Carter 潘玉兰 Nguyen_Thi_Mai 高桥诚 David_Brown',
    '商务英语会话 技术英语写作 越南语入门 日语基础 英语谈判 商务邮件写作 英汉技术词典 德语入门 国际会议英语 韩语基础'],
  ['6', '电子标准编写组 安全标准编写组 计量标准编写组',
    '印制板标准 焊接验收标准 静电防护标准 安全生产标准 包装运输标准 环境试验标准 计量标准 图样标准 公差标准 标识标准'],
  ['9', '机械工程学会 电子技术编辑部 企业管理研究会',
    '机械工程学报 电子技术月刊 企业管理评论 质量与可靠性 职业安全 制造业观察 新材料 自动化世界 物流技术 工业设计'],
  ['1', '林建国 韩雪松 罗文斌 曾毅',
    '可靠性工程 信号与系统 热设计基础 结构强度计算 连接器选型 光学检测技术 机器视觉 工业机器人 软件架构 数据库原理'],
] as const

const day = 86_400_000

/** Saves 80 books on 12 shelves with 54 earlier loans: eleven not returned, four of them overdue, one lost. */
async function saveBooks(db: Db, { by, at }: { by: string; at: Date }): Promise<void> {
  const locations = Array.from({ length: 12 },
    (_, index) => ({ code: `3F-${'ABCD'[index % 4]!}-${Math.floor(index / 4) + 1}`, room: '三楼阅览室', shelf: `${'ABCD'[index % 4]!}架` }))
  const books = shelves.flatMap(([category, authors, titles], shelf) =>
    titles.split(' ').map((name, index) => ({
      number: `T${String(shelf * 100 + index + 1001)}`,
      name,
      author: authorOf(authors.split(' '), index),
      category,
      type: bookType(category),
      price: `${28 + ((shelf * 7 + index * 13) % 70)}.00`,
      location: locations[(shelf + index) % locations.length]!.code,
    }))
  )
  const readers = people.filter(({ units, state }) => units.length > 0 && state === undefined)
  const drawn = chance('books')
  const loans = Array.from({ length: 54 }, (_, index) => {
    const reader = readers[drawn.between(0, readers.length - 1)]!
    const isOut = index >= 43
    const from = new Date(at.getTime() - day * (isOut ? outSince(index) : 60 + index * 6))
    return {
      book: books[(index * 3 + 1) % books.length]!.number,
      borrower: personId(reader.userName),
      department: reader.units[0]!,
      from,
      due: new Date(from.getTime() + 30 * day),
      ...(!isOut && { returned: new Date(from.getTime() + drawn.between(5, 28) * day), isLost: index === 20 }),
    }
  })
  await saveLibrary(db, { locations, books, loans, by, at })
}

/** Author by rotation; an underscore stands for a space within a name. */
const authorOf = (authors: readonly string[], index: number): string => authors[index % authors.length]!.replaceAll('_', ' ')

/** Days since an open loan was issued; four are overdue. */
const outSince = (index: number): number => (index < 47 ? 33 + (index - 43) * 4 : 3 + (index - 47) * 3)

const bookType = (category: string): string => ({ '6': '3', '9': '2' })[category] ?? '1'

/** `initiator | department | days ago | final state | node where it stops` */
const borrowings = `
employee | sz-hardware | 70 | completed |
quality | sz-quality | 40 | completed |
employee | sz-hardware | 10 | running | giveBack
songtao | sz-hardware | 8 | running | giveBack
quality | sz-quality | 5 | running | giveBack
employee | sz-hardware | 1 | running | handOut
`

/** Book loans, some of them returned. */
async function borrowingStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const lines = borrowings.trim().split('\n')
  const free = await db.selectFrom('book').select('id').where('book_status', '=', '1').orderBy('book_no', 'desc').limit(lines.length)
    .execute()
  return lines.map((line, index): DemoStory => {
    const [by, department, ago, ends, waitsAt] = cells(line, 5)
    const from = before(anchor, Number(ago))
    const due = nowOf(new Date(from.getTime() + 28 * 86_400_000))
    return {
      type: 'bookBorrow',
      by,
      at: from,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      value: () => ({ applicantDept: department, books: [{ rowId: 'b1', bookNo: free[index]?.id ?? null }], borrower: `u-${by}`,
        borrowTime: nowOf(from), plannedReturnTime: due, reason: '工作参考' }),
      say: {
        handOut: { comment: `【计划归还时间：${due.slice(0, 16)}】已借出` },
        giveBack: { notBefore: new Date(from.getTime() + 18 * 86_400_000),
          fill: (_, at) => ({ returnTime: nowOf(at), bookCondition: '1' }) },
      },
    }
  })
}

/** Requested new books, completed and shelved without a review by the librarian. */
async function addedBookStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const shelves = await db.selectFrom('book_location').select('id').where('del_flag', '=', 0).orderBy('code').limit(2).execute()
  const books = [
    { by: 'quality', applicantDept: 'sz-quality', ago: 55, bookNo: 'T9001', bookName: '统计过程控制实战', bookCategory: '3',
      bookSource: '2', donor: 'u-quality', author: '赵文博', publisher: '机械工业出版社', isbn: '9787111213826', price: '88.00',
      quantity: 2, summary: '从控制图到过程能力，以电子装配线的数据讲解如何发现异常、判定原因并确认改善有效。' },
    { by: 'employee', applicantDept: 'sz-hardware', ago: 20, bookNo: 'T9003', bookName: '高速电路设计与信号完整性', bookCategory: '1',
      bookSource: '1', author: '陈志强', publisher: '电子工业出版社', isbn: '9787121346620', price: '128.00', quantity: 1,
      summary: '面向硬件工程师，说明叠层、阻抗、串扰与电源完整性的设计与仿真方法。' },
  ]
  return books.map(({ by, ago, ...book }, index): DemoStory => ({ type: 'bookAdd', by, at: before(anchor, ago), ends: 'completed',
    value: () => ({ ...book, bookType: '1', location: shelves[index]?.id ?? null }) })
  )
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'library.books',
  sort: 130,
  records: (db, { at }) => saveBooks(db, { by: personId('librarian'), at }),
}, {
  key: 'library.documents',
  sort: 370,
  stories: async ({ db, anchor }) => [...(await borrowingStories(db, anchor)), ...(await addedBookStories(db, anchor))],
})
