import type { ShowTexts } from './show-texts.ts'

export const showTexts: ShowTexts = {
  news: [
    {
      title: '欢迎使用 Helioport',
      body: '您的电站每五分钟上报一次数据。总览页面会告诉您哪些事项需要处理；每条告警都说明原因、处理建议和损失。\n\n逆变器手册在“下载”页面。',
    },
    {
      title: 'IV 扫描能发现日曲线看不到的问题',
      body: 'IV 扫描约十分钟即可测出每一组串的曲线。辐照度高于 500 W/m² 且天空稳定时效果最好。与相邻组串不同的组串会被指出，并给出损失。',
    },
    {
      title: '共享电站可设定到期日',
      body: '您可以把所需的权限授予安装商，并指定截止日期。两者都可以随时更改；对方的操作会记录在操作日志中。',
    },
  ],
  film: { title: '屋顶上的一天（影片）', body: '十二秒钟，从日出到日落，以及由此产生的功率。' },
  manual: {
    title: (model) => `逆变器 ${model} 手册`,
    about: '本手册属于一台虚拟逆变器。其中的告警说明与平台一致。',
    ratings: '额定参数',
    ratedPower: '额定功率',
    trackers: 'MPPT 数量',
    strings: '组串数量',
    powerFactor: '固定功率因数',
    ivScan: 'IV 扫描',
    yes: '支持',
    no: '不支持',
    safety: '安全',
    safetyText: ['直流侧作业须由电工进行。只要有光照，组串就带电。', '先断开交流，再断开直流；打开机盖前等待十分钟。'],
    start: '启动',
    startText: [
      '先合上直流开关，再合上交流断路器。',
      '逆变器检测电网一至五分钟后开始并网。',
      '在平台中输入序列号；五分钟内即可看到首批数据。',
    ],
    care: '维护',
    careText: ['每年清洁进风口两次。', '每年检查一次电缆接头与连接器。'],
    codes: '告警代码',
    cause: '原因',
    remedy: '处理建议',
  },
}
