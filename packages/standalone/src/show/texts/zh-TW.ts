import type { ShowTexts } from './show-texts.ts'

export const showTexts: ShowTexts = {
  news: [
    {
      title: '歡迎使用 Helioport',
      body: '您的電站每五分鐘回報一次資料。總覽頁面會告訴您哪些事項需要處理；每則告警都說明原因、處理建議與損失。\n\n逆變器手冊在「下載」頁面。',
    },
    {
      title: 'IV 掃描能發現日曲線看不到的問題',
      body: 'IV 掃描約十分鐘即可測出每一組串的曲線。日照高於 500 W/m² 且天空穩定時效果最佳。與相鄰組串不同的組串會被指出，並列出損失。',
    },
    {
      title: '分享電站可設定到期日',
      body: '您可以把所需的權限授予安裝商，並指定截止日期。兩者都可以隨時變更；對方的操作會記錄在操作日誌中。',
    },
  ],
  film: { title: '屋頂上的一天（影片）', body: '十二秒鐘，從日出到日落，以及由此產生的功率。' },
  manual: {
    title: (model) => `逆變器 ${model} 手冊`,
    about: '本手冊屬於一台虛擬逆變器。其中的告警說明與平台一致。',
    ratings: '額定參數',
    ratedPower: '額定功率',
    trackers: 'MPPT 數量',
    strings: '組串數量',
    powerFactor: '固定功率因數',
    ivScan: 'IV 掃描',
    yes: '支援',
    no: '不支援',
    safety: '安全',
    safetyText: ['直流側作業須由電工進行。只要有光照，組串就帶電。', '先斷開交流，再斷開直流；打開機蓋前等待十分鐘。'],
    start: '啟動',
    startText: [
      '先合上直流開關，再合上交流斷路器。',
      '逆變器檢測電網一至五分鐘後開始併網。',
      '在平台輸入序號；五分鐘內即可看到首批資料。',
    ],
    care: '維護',
    careText: ['每年清潔進風口兩次。', '每年檢查一次電纜接頭與連接器。'],
    codes: '告警代碼',
    cause: '原因',
    remedy: '處理建議',
  },
}
