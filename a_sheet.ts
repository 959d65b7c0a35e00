import sharp from "sharp";
const [out, cols, w, ...fs] = Deno.args; const C=Number(cols), W=Number(w);
const colh=Array(C).fill(0); const comp:any[]=[];
for (const f of fs){ const b=await sharp(f).flatten({background:"#fff"}).resize({width:W}).png().toBuffer({resolveWithObject:true}); const c=colh.indexOf(Math.min(...colh)); comp.push({input:b.data,left:c*(W+8),top:colh[c]}); colh[c]+=b.info.height+8;}
await sharp({create:{width:C*(W+8),height:Math.max(...colh),channels:3,background:"#888"}}).composite(comp).png().toFile(out);
