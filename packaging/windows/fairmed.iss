; Inno Setup 6 recipe: one installer for one user, no administrator.
; Build the folder first (packaging/README.md), then:  iscc packaging\windows\fairmed.iss

#define Version GetEnv("FAIRMED_VERSION")

[Setup]
AppId={{6B6C0E0B-52A1-4E64-9B1E-0B1D6C1C1F7A}
AppName=FairMed
AppVersion={#Version}
AppPublisher=The FairMed authors
LicenseFile=..\..\LICENSE
PrivilegesRequired=lowest
DefaultDirName={localappdata}\Programs\FairMed
DisableProgramGroupPage=yes
SetupIconFile=..\..\build\package\icons\fairmed.ico
UninstallDisplayIcon={app}\fairmed-adjudicator.exe
OutputDir=..\..\dist
OutputBaseFilename=FairMed-{#Version}-setup
Compression=lzma2
SolidCompression=yes
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes

[Files]
Source: "..\..\dist\FairMed\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{userprograms}\FairMed"; Filename: "{app}\fairmed-adjudicator.exe"

[Registry]
Root: HKCU; Subkey: "Software\Classes\.fmpack"; ValueType: string; ValueData: "FairMed.Pack"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\FairMed.Pack"; ValueType: string; ValueData: "FairMed study pack"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\FairMed.Pack\DefaultIcon"; ValueType: string; ValueData: "{app}\fairmed-adjudicator.exe,0"
Root: HKCU; Subkey: "Software\Classes\FairMed.Pack\shell\open\command"; ValueType: string; ValueData: """{app}\fairmed-adjudicator.exe"" ""%1"""
Root: HKCU; Subkey: "Software\Classes\.fmreceipt"; ValueType: string; ValueData: "FairMed.Receipt"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\FairMed.Receipt"; ValueType: string; ValueData: "FairMed receipt"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\FairMed.Receipt\DefaultIcon"; ValueType: string; ValueData: "{app}\fairmed-adjudicator.exe,0"
Root: HKCU; Subkey: "Software\Classes\FairMed.Receipt\shell\open\command"; ValueType: string; ValueData: """{app}\fairmed-adjudicator.exe"" ""%1"""
Root: HKCU; Subkey: "Software\Classes\.fmmove"; ValueType: string; ValueData: "FairMed.Move"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\FairMed.Move"; ValueType: string; ValueData: "FairMed work for another computer"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\FairMed.Move\DefaultIcon"; ValueType: string; ValueData: "{app}\fairmed-adjudicator.exe,0"
Root: HKCU; Subkey: "Software\Classes\FairMed.Move\shell\open\command"; ValueType: string; ValueData: """{app}\fairmed-adjudicator.exe"" ""%1"""
Root: HKCU; Subkey: "Software\Classes\.fmreg"; ValueType: string; ValueData: "FairMed.Registry"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\FairMed.Registry"; ValueType: string; ValueData: "FairMed registry"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\FairMed.Registry\DefaultIcon"; ValueType: string; ValueData: "{app}\fairmed-adjudicator.exe,0"
Root: HKCU; Subkey: "Software\Classes\FairMed.Registry\shell\open\command"; ValueType: string; ValueData: """{app}\fairmed-adjudicator.exe"" ""%1"""
