import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

// nextPermutation(A)   the one after A, in alphabetical order
// isSolution(A)        are all queens safe?

class Queens{

static final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
static final OutputStream err = new FileOutputStream(FileDescriptor.err);

static void write(OutputStream to, String text) throws IOException{
to.write(text.getBytes(StandardCharsets.US_ASCII));
}

static void nextPermutation(int[] A){
int n=A.length-1;
int i=n;
do{ i--; }while(i>0 && A[i]>A[i+1]);
if(i>0){
int j=n+1;
do{ j--; }while(A[j]<A[i]);
int t=A[i];A[i]=A[j];A[j]=t;
}
else{ i=0; }
for(int k=1;2*k<=n-i;k++){
int t=A[i+k];A[i+k]=A[n+1-k];A[n+1-k]=t;
}
}

static boolean isSolution(int[] A){
for(int i=2;i<A.length;i++)
for(int j=1;j<i;j++)
if(A[i]-A[j]==i-j||A[j]-A[i]==i-j)return false;
return true;
}

public static void main(String[] args) throws IOException{
int n=0;
boolean verbose=false;
try{
if(args[0].equals("-v")){
verbose=true;
n=Integer.parseInt(args[1]);
if(args.length>2)n=0;
}
else{
n=Integer.parseInt(args[0]);
if(args.length>1)n=0;
}
}
catch(ArrayIndexOutOfBoundsException|NumberFormatException e){ n=0; }
if(n<=0){
write(err,"Usage: Queens [-v] number\n");
write(err,"Option: -v    verbose output, print all solutions\n");
System.exit(3);
}
int[] A=new int[n+1];
A[0]=n;
long f=1;
for(int i=1;i<=n;i++){ A[i]=i; f*=i; }
int c=0;
for(long k=f;k>0;k--){
if(isSolution(A)){
c++;
if(verbose){
write(out,"("+A[1]);
for(int i=2;i<=n;i++)write(out,", "+A[i]);
write(out,")\n");
}
}
nextPermutation(A);
}
write(out,n+"-Queens has "+c+" solutions\n");
out.flush();
}
}
