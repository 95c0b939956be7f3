export const cn = {
  left: '本月还有 {count} 个工作日',
  left_one: '本月还有 {count} 个工作日',
}
